x = 1
%%bash
echo "$x
