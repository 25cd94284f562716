#include <stdio.h>

int add(int a, int b)
{
    int c = a;

    return c + b;
}

int main(void) { return add(1, 2); }
