%matplotlib inline
!pip install it's
%%time
?json.load
files = !ls *.py
df = pd.read_csv("a.csv")
df.head()?
for x in df:
    !echo {x}
    %time x.run()
rows % 2
