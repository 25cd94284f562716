%matplotlib inline
!pip install it's
%%time
?json.load
df = pd.read_csv("a.csv")
df.head()
for x in df:
    !echo {x}
    %time x.run()
rows % 2
