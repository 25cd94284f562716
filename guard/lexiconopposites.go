package guard

// opposites are pairs of groups, left and right of "|", of which one denies the other: "not enabled" may stand for
// "disabled". One pair of groups a line.
const opposites = `
above, over, more, greater, exceed, beyond | below, under, less, fewer
absent, missing, lacking, unset | present, given, there, set, existing
accept, allow, permit, approve, support | reject, refuse, deny, prohibit, forbid, disallow, decline, ban
acceptable, allowed, permitted | unacceptable, disallowed, forbidden, prohibited, banned
active, busy, running | inactive, idle, stopped
add, insert, append, introduce | remove, delete, drop, erase, discard
advantage, benefit, gain | disadvantage, drawback, penalty
after, afterwards, following, later, follow, subsequent | before, earlier, previous, prior, precede, preceding
agree, match, same, equal, identical | disagree, differ, different, distinct
always | never, sometimes
attach, connect, join | detach, disconnect, separate
available, accessible, reachable | unavailable, inaccessible, unreachable
begin, start, open, launch | end, finish, stop, close, terminate
best, better | worst, worse
big, large, great | small, little, tiny
cheap, inexpensive | expensive, costly
compatible, fit together | incompatible
complete, full, whole, entire | incomplete, partial
consider, take into account, respect | ignore, disregard, neglect, skip
correct, right, true, valid | incorrect, wrong, false, invalid, erroneous
create, make, build | destroy, delete, remove
deep | shallow
dependent, depend | independent
deterministic | random, randomised, randomized, probabilistic, nondeterministic
easy, simple | difficult, hard, complex
empty, blank | full, nonempty
enable, activate, turn on, switch on, enabled | disable, deactivate, turn off, switch off, disabled
encrypt, encryption, encrypted | decrypt, decryption, plain, unencrypted, plaintext
enough, sufficient, adequate | insufficient, too few, too little
explicit | implicit
external, outside, outer | internal, inside, inner
fast, quick, rapid | slow
first, initial | last, final
fixed, constant, static | variable, dynamic, changing
forward | backward
free, unused | occupied, used, taken
gain, win | lose, forfeit
global | local
good | bad
hide, conceal, mask | show, reveal, display, expose
high, upper, top | low, lower, bottom
include, contain, cover | exclude, omit, leave out, lack
increase, grow, rise, raise, expand | decrease, reduce, lower, fall, shrink, lessen
keep, retain, preserve, stay, remain, store | delete, remove, discard, drop, erase, destroy, lose
known | unknown
lazy, lazily | eager, eagerly
legal, lawful | illegal
likely, probable | unlikely, improbable
lock | unlock
long | short
major | minor
manual, by hand, manually | automatic, automatically, by itself
many, much, several | few, little
mandatory, required, compulsory, obligatory, needed, necessary | optional, voluntary
maximum, most, largest | minimum, least, smallest
more | less, fewer
mutable, writable | immutable, read-only
new, recent, fresh, current | old, outdated, obsolete, stale, former
often, frequently | rarely, seldom
once, one time | repeatedly, more than once
online | offline
parallel, concurrent, simultaneous | serial, sequential, one by one
pass, succeed, success | fail, failure
permanent, persistent, durable, static | temporary, transient, ephemeral, volatile
positive | negative
possible, feasible, can, able | impossible, infeasible, unable
prevent, avoid, stop, hinder, block | cause, allow, permit, enable, let
public | private, secret
recommended, encouraged | discouraged, deprecated
reliable, stable | unreliable, unstable
safe, secure, protected | unsafe, insecure, vulnerable, unprotected
send, transmit | receive, get
signed | unsigned
similar, alike | different, unlike
single, one | multiple, several, many
stateful | stateless
strong | weak
supported | unsupported
symmetric | asymmetric
synchronous | asynchronous
trusted | untrusted
up, upward | down, downward
upgrade, promote, raise | downgrade, demote, lower, reduce
useful | useless
visible | invisible, hidden
wide, broad | narrow
with, having | without, lacking
`

// contrasts are sets of words that name neighbours of one kind, one set a line: to write one for another changes what is
// said, and neither is the denial of the other.
const contrasts = `
sibling, parent, child, ancestor, descendant, root, leaf
error, warning, notice, info, debug
client, server, peer, proxy
reader, writer
consumer, producer
sender, receiver
caller, callee
request, response
header, body, footer, trailer
row, column
key, value
source, destination, target
left, right
input, output
read, write
signer, verifier
prover, verifier
sign, verify
encapsulation, decapsulation
encode, decode
compress, decompress
encryption, decryption, authentication, signing
encrypt, authenticate, sign, hash
compile, link, run
master, slave
primary, secondary, replica
leader, follower
upload, download
import, export
push, pull
numerator, denominator
horizontal, vertical
north, south, east, west
january, february, march, april, may, june, july, august, september, october, november, december
monday, tuesday, wednesday, thursday, friday, saturday, sunday
spring, summer, autumn, winter
first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth
red, green, blue, yellow, black, white
single, double, triple, half
local, remote
front, back
prefix, suffix, infix
plaintext, ciphertext
user, administrator, guest, owner
compile time, run time, load time, link time
confidentiality, integrity, availability, authenticity
recent, frequent
recently, frequently
integer, float, string, boolean
stack, heap
thread, process
create, update, delete
minimum, maximum, average, median
mean, median, mode
memory, disk, cpu, network
bandwidth, latency, throughput
gold, silver, bronze
proton, neutron, electron
anode, cathode
temperature, pressure, volume
length, width, height, depth
velocity, position, acceleration, force
`
