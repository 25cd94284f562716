package guard

// synonyms are groups of words and phrases that can stand for one another in technical prose, one group a line. A word
// may belong to several groups. They are general English and the common trade of computing; what a field calls its own
// things is not here: acronyms and names come from the documents.
const synonyms = `
abandon, give up, drop
abort, cancel, terminate, stop, interrupt, kill
accept, allow, permit, support, tolerate, take
acceptable, fine, allowed, permitted, admissible, okay, legal
accomplish, achieve, attain, reach
according to, following, as per, as described in
accurate, exact, precise, correct
acknowledge, confirm, ack
acquire, obtain, get, gain
act, behave, operate, work, function
activate, enable, turn on, switch on
active, running, live
actual, real, true
adapt, adjust, tune, tailor, modify
add, append, attach, insert, include
additional, extra, further, more, supplementary, added
address, handle, deal with, tackle
adequate, sufficient, enough
adopt, take over, accept
advance, progress, proceed
affect, influence, impact, touch, change
afterwards, then, later, subsequently, after, next
aggregate, combine, merge, join, unite, put together
aim, goal, purpose, objective, target, intent
alike, similar, comparable, same, equal
allocate, assign, reserve, give
alone, by itself, on its own, stand-alone, standalone, separately, in isolation
alter, change, modify, edit, amend
alternative, other, option, substitute, replacement
alternatively, instead
amount, quantity, number, volume
analyse, analyze, examine, inspect, study, investigate
announce, publish, release, declare
annually, yearly, every year
answer, reply, respond, response
appear, occur, show up, be found, emerge, turn up
apply, use, employ, hold for, concern
appropriate, suitable, proper, fitting, right
approve, endorse, sanction, allow
approximately, about, roughly, around, circa, nearly
argument, parameter
arrange, organise, organize, order, sort
array, list, vector
arrive, come in, be received
ask, request, query
assert, claim, state
assess, evaluate, judge, rate
associate, link, bind, attach, connect, tie
assume, suppose, presume
assure, guarantee, ensure, see to it, make sure, warrant
attach, append, add
attacker, adversary, intruder
attempt, try
augment, extend, expand, enlarge
authentic, genuine
authenticate, verify
author, writer, creator
automatically, by itself, on its own, of its own accord, unattended
available, accessible, present, at hand
average, mean
avoid, prevent, avert, steer clear of
aware, informed
background, context
ban, prohibit, forbid, disallow, bar
base, foundation, basis, ground
begin, start, commence, initiate
behaviour, behavior
belong to, be part of
benefit, advantage, gain
bigger, larger, greater, higher, more
bind, tie, link
blank, empty, void, with nothing in it
block, stall, hold up, hinder
boost, increase, raise, improve
borrow, take from
bound, limit, restrict, cap, constrain
branch, fork
break, split, divide, cut
break down, fail, crash
brief, short
broken, damaged, corrupt, defective, faulty
bug, defect, flaw, fault, error
build, compile, construct, make
bundle, package, pack
bypass, circumvent, skip, get around
calculate, compute, work out, determine, derive
call, invoke
call, name, term
calling, invoking
cancel, revoke, withdraw
capability, ability, capacity
careful, cautious
carry, contain, hold, bear
carry out, perform, execute, run, conduct, do
case, situation, circumstance
category, class, kind, type
cause, trigger, lead to, result in, bring about, produce
caveat, limitation, drawback
chain, sequence, series
change, modification, alteration
check, verify, validate, test, examine, inspect
choose, select, pick, decide on
clean up, remove, tidy
clear, erase, wipe, empty
clear, obvious, plain, evident
clone, copy, duplicate, replicate
close, shut, terminate, end
collect, gather, accumulate
combination, mix, mixture
combined, given together, used together, joint
combiner, combine
command, instruction
comment, remark, note, feedback
common, usual, frequent
common, shared, joint
commonly, often, frequently, usually
communicate, exchange, talk
compact, compress, condense
compare, contrast
compatible, interoperable, fit together, work together
complete, finish, end, finalise, finalize, conclude
complete, full, entire, whole, total
complex, complicated, involved
comply, conform, adhere, obey, follow, satisfy, meet
component, part, element, piece
compose, comprise, consist of, make up, form
comprise, include, contain, consist of
compromise, break, breach
conceal, hide, mask
concern, pertain, relate, regard, be about
concern, worry, problem, issue
concurrent, simultaneous, parallel, at the same time, at once, in parallel
condition, requirement, prerequisite
conduct, carry out
configuration, setting, setup, option, config
configure, set, set up
connect, attach, link, join
connection, link, session
consecutive, successive, adjacent, next, sequential, in a row
consider, regard, treat, view, take into account, play a part, count
consideration, discussion, review, account
consistent, coherent
constant, fixed, unchanging, invariable, always
constraint, restriction, limit, limitation
consume, use up, eat
consumer, subscriber, receiver
contact, reach
contain, hold, include, have
content, contents
continue, go on, proceed, carry on, keep
control, govern, manage, steer, regulate
conventional, traditional, classical, classic
convert, transform, translate, turn into
copy, duplicate, replicate
core, kernel
correct, right, valid, proper
correct, fix, repair, mend, patch, remedy
correspond, match, agree
cost, price, expense, overhead
count, number of
count towards, count against, affect, touch, be charged to
crash, fail, die, break down
create, make, generate, produce, build, construct, form
credential, secret, password
crucial, critical, essential, vital, key, important
current, present, existing
currently, now, at present, presently, at the moment, today
cut, reduce, trim, shorten
danger, risk, hazard, threat
data, information
deactivate, disable, turn off, switch off
deadline, time limit, timeout
decide, determine, choose, settle
decline, decrease, fall, drop
decode, decipher
decouple, separate
decrease, reduce, lower, lessen, diminish, shrink
default, standard, preset, out of the box
defer, postpone, delay, put off
define, specify, set, establish, determine, give, lay down
degrade, worsen, deteriorate, lose, decline
delay, latency, lag
delay, postpone, wait
delete, remove, erase, discard, purge, drop, get rid of, clear
deliver, send, transmit, hand over
demand, require, need, call for
demonstrate, show, prove
denote, mean, stand for, represent, indicate, signify
deny, refuse, reject, decline
depend, rely, hinge, rest
deploy, install, roll out, put into operation
deprecated, obsolete, outdated
derive, obtain, compute, get
describe, specify, explain, present, outline, document
design, intend, mean, make
desired, wanted, wished
destination, target
destroy, wipe, erase, delete, zeroize
detach, separate, disconnect
detail, particular
detect, discover, find, notice, spot, recognise, recognize
determine, decide, find, establish
devastating, disastrous, ruinous, fatal
develop, create, build
device, machine, unit
diagnose, identify
differ, vary, be different, deviate
different, distinct, other, another, separate
difficult, hard, tricky, challenging
digest, hash
directory, folder
disallowed, prohibited, forbidden, banned
discard, throw away, throw out, drop, dismiss, reject
disclose, reveal, expose, leak, give away
display, show, print, present, output
dispose, discard
distinct, unique, different
distinguish, tell, discriminate, tell apart, differentiate
distribute, spread, share out, hand out
divide, split, partition, separate
document, describe
document, paper, publication, file
double, twice, two times, twofold, two-fold, twice as big
download, fetch, retrieve, pull
draft, preliminary
drop, discard, reject
dump, write out
duplicate, copy, repeat, same more than once
duration, length, time, period
dynamic, at run time
each, every, all, any
edit, change, modify
effect, impact, consequence, result
effective, efficient
efficient, fast, quick, economical
element, item, entry, member, component
eliminate, remove, get rid of
emit, send, output, issue, write, produce
employ, use, utilise, utilize
empty, vacant
enable, allow, permit, let, make possible
encapsulate, wrap
encode, represent
encounter, meet, hit, find, run into, come across
encrypt, encipher
end, finish, stop, terminate, expire, run out, elapse, be over
endpoint, address, url
enforce, impose
engine, machine
enlarge, grow, expand
ensure, guarantee, make sure, see to it
enter, type in, go into
entire, whole, complete, all
entirely, completely, fully, totally, altogether, wholly
entry, record, item, element
enumerate, list
environment, setting, surroundings
equal, same, identical, equivalent
equip, furnish, supply, provide
erase, delete, wipe
error, failure, fault, mistake
especially, particularly, in particular, above all, notably
essential, necessary, required, needed, mandatory, obligatory
establish, set up, create, build
estimate, guess, approximation
evict, push out, remove, throw out, expel
exact, precise
example, instance, sample
exceed, surpass, go beyond, be more than, be larger than, be greater than, over, above, more than, higher than
except, apart from, other than, but not, excluding, with the exception of, save
exception, exempt, exclusion
exchange, swap, trade
exclusively, only, solely
execute, run, carry out, perform, launch
execution, run
exempt, excluded, spared
exhaust, use up, deplete, run out
exist, be present, be there, be available
existing, present, current, made so far, so far
exit, quit, leave, terminate
expand, grow, extend, enlarge
expect, anticipate, foresee
expected, anticipated
expensive, costly, dear
expire, end, lapse, run out
explicit, express
exploit, take advantage of, abuse
expose, offer, make available, provide, publish, find
extend, lengthen, prolong
external, outside, outer
extract, take out, pull out
fail, break, go wrong, be unsuccessful
failed, unsuccessful, gone wrong
failover, take over
fall back, revert
false, incorrect, wrong, untrue
fast, quick, rapid, speedy, swift
fault, failure, error
feasible, possible, practicable, viable
feature, property, characteristic, trait
fetch, get, retrieve, load, read
field, attribute
figure, number, value
file, document
fill, occupy, take up, populate
filter, sieve, screen
final, last, ultimate, definitive
find, locate, discover, detect
finish, complete, end
first, initial
fit, match, suit
fixed, constant, set, always
flag, switch, option, argument
flaw, weakness, vulnerability, defect
flexible, adaptable
flush, write out, write
folder, directory
follow, come after, succeed, go after
following, next, subsequent, below
forbid, prohibit, ban, disallow
force, compel, oblige, make
forge, fake, counterfeit, forgery
form, shape, format, structure
format, layout
forward, pass on, relay, send on
free, unused, available, unoccupied
fresh, new
frequently, often
function, routine, procedure, subroutine
fundamental, basic, elementary
fuse, merge, combine
gather, collect
generate, create, produce, make
generator, source
get, obtain, receive, acquire, gain, be given
given, provided, passed, supplied, specified, set
grade, rank, level
gradual, gradually, little by little, step by step, by degrees, slowly
grant, give, allow, award
group, cluster, set
grow, increase, rise, expand
guarantee, assurance, promise
guard, protect
guess, predict
halt, stop, suspend
handle, process, deal with, treat, manage, cope with, be prepared to see
happen, occur, take place
harmful, damaging
have to, must, need, require, be required, be obliged
header, heading
help, assist, aid, support
hide, conceal, mask
hold, contain, store, keep
hold, apply, be valid, be true
host, machine, computer, server
identical, same, equal
identifier, id, name, label
identify, recognise, recognize, name
idle, inactive, silent, unused, doing nothing, sends no data, send nothing
ignore, skip, disregard, neglect, leave out
illegal, invalid, forbidden
illustrate, show, demonstrate
imitate, mimic, emulate
immediately, at once, instantly, right away, straight away, directly
immutable, unchangeable, read-only
implement, realise, realize, carry out
implementation, implementer, implementor
imply, entail, mean
important, significant, major, crucial
impractical, infeasible, unworkable
improve, enhance, better, refine
inbound, incoming
include, contain, comprise, cover, have in it
incoming, arriving, received, inbound
incorporate, include, integrate
incorrect, wrong, false, invalid, erroneous
increase, grow, rise, raise, go up, climb
increment, step, increase
independent, separate, on its own
indicate, show, mark, signal, tell, denote
individual, single, separate
infer, deduce, derive, conclude
inform, tell, notify
initial, first, starting
initialise, initialize, set up
initiate, start, begin, launch
inject, insert
input, argument
inquiry, query
insert, add, put in
inside, within, in
install, set up, put
instance, example, copy, object
instantiate, create
instruct, tell, order
integer, whole number
integrate, build in, incorporate, include
intend, plan, mean, design
interface, api
interim, temporary
intermediate, middle
internal, inner, inside
interrupt, break off, stop
interval, period
introduce, add, bring, come with, bring in
invalid, wrong, bad, incorrect
invent, make up
invoke, call
involve, include, entail
isolate, separate
issue, emit, grant, hand out
issue, problem
iterate, loop, repeat
iteration, round, pass
join, combine, connect, merge
journey, path, way, road, going
judge, decide
keep, retain, preserve, hold, store, maintain
kept, retained
key, button
kind, type, sort, variety
lack, absence, want
large, big, great
last, endure, take, be good for, stay valid
last, final, previous, trailing, most recent
latest, most recent, newest, last
launch, start, run
lazily, on demand, on first use, when needed
lag, fall behind, be behind
lead, guide
leader, primary, master
learn, find out, recover
leave, keep, stay
leave alone, leave untouched, leave unchanged
legacy, old
legitimate, valid, legal
length, size
let, allow, permit
level, tier, degree
licence, license
likely, probable
limit, restrict, bound, cap, ceiling, maximum, threshold
limited, restricted
link, connect, reference
list, enumerate, name
listen, wait for
live, reside, lie, be located, be found, be stored
load, read, import
load, burden
local, own machine, on this machine
locate, find
location, place, position, path
lock, latch
log, record, journal, write down
long-running, slow, takes a long time, long
look up, find, search
loop, cycle, iteration
lose, forfeit
lowercase, small letter
lose, drop
machine, computer, host, node
main, primary, principal, chief, major
maintain, keep, preserve
major, main
make possible, enable, allow
malicious, hostile
malfunction, fail
manage, administer, control, handle
mandatory, required, compulsory, obligatory, necessary, must
manner, way, fashion
manual, by hand, manually
mark, indicate, flag, label, tag
match, fit, agree with, correspond to
maximum, largest, most, upper limit, at most, up to, no more than
mean, signify, denote, be, equal
means, way, method
measure, gauge, determine
mechanism, method, means
member, element
memory, ram
merge, combine, join, unify
message, packet, mail
method, way, approach, technique, procedure
migrate, move, transfer, transition, switch
migration, transition, move
minimum, smallest, least, lower limit, at least, no less than, no fewer than
minor, small
miss, lack
mistake, error
mitigate, alleviate, fend off, counter, reduce, defend against
mix, blend, combine
mode, setting
modify, change, alter, edit
monitor, watch, observe, supervise
most, majority
move, shift, relocate, go
move away, leave behind, abandon, migrate away, drop
multiply, times
name, call, identify, term
necessary, needed, required
need, require, demand, call for, want
negotiate, agree on
new, fresh, recent
next, following, subsequent, then
node, machine, server, host
note, remark, notice
notify, inform, alert, tell
obey, follow, comply
object, item, thing
obsolete, outdated, superseded, old, stale
obtain, get, receive, acquire
occupy, take up, use, fill, be
occur, happen, appear, take place
offer, provide, supply, give, have
often, frequently
old, previous, former, superseded, prior
older, earlier, previous, below
omit, leave out, skip, drop, exclude
one-time, single-use, used once
open, unlock
operate, run, work
operation, action, step
opponent, adversary, attacker
optional, voluntary
order, sequence
origin, source
original, initial, first
outcome, result
outdated, old, stale, obsolete
outgoing, outbound
output, result, print, emit, write
outside, external
overflow, exceed
override, take precedence over, win, beat, prevail over, trump
overwrite, replace
own, have, possess
packet, message, datagram
page, sheet
pair, couple, two
parallel, concurrent, at the same time
part, portion, section, piece
participant, party, member, side
particularly, especially, above all
parties, sides
pass, hand over, give, supply, provide
pass through, traverse
password, passphrase
pause, suspend, wait, stop
penalty, cost
performance, speed
perform, do, execute, run, carry out
period, interval, time, span
periodically, regularly, at intervals
permanent, lasting, persistent, durable
permission, right, privilege, authorisation, authorization
permit, allow, let
persist, save, store
phase, stage, step
place, put, location
place, location, position
plain, simple
plain text, plaintext, cleartext, unencrypted
platform, system
plug-in, plugin, extension, add-on
policy, rule
poll, query
populate, fill
portion, part, share
position, place, location
possible, feasible, can, may, might, able
post, publish, put up, put out, go out
postpone, delay, defer
potential, possible
practical, feasible
precede, come before, go before, happen before, be earlier than
precise, exact
precision, accuracy
predict, foresee
prefer, favour, favor, recommend
prefix, start
premature, too early
prepare, get ready, ready, set up
prerequisite, requirement, precondition
present, existing, there
preserve, keep, maintain, retain
press, push
prevent, stop, keep from, avoid, block, preclude
previous, earlier, prior, former, last, preceding
primary, main, leader, master
principle, rule
print, write, output, show, display
prior, before, earlier
privilege, right
probability, likelihood, chance, rate
problem, issue, difficulty, concern, trouble
procedure, process, method, algorithm
process, handle, treat
process, task
produce, generate, create, yield, give, make
program, application, software, app
prohibit, forbid, ban
promote, raise, elevate, take over
prompt, ask
properly, correctly
property, attribute, characteristic, feature
propose, suggest
protect, secure, guard, defend, shield
prove, show, demonstrate
provide, give, offer, supply, deliver, furnish, grant
public, open
publish, release, issue, make public
pull, fetch
purpose, aim, use
push, send
put, place, set
query, question, request
queue, line
quick, fast
quota, limit, allowance
raise, increase, lift, higher, give higher, put up
random, randomness, arbitrary
randomised, randomized, hedged
range, interval, span
rare, seldom, infrequent
rate, speed, frequency
reach, hit, attain, get to, arrive at
reachable, accessible
read, load
ready, prepared
rebuild, build again
recall, remember
receive, get, obtain, accept
receiver, recipient
recent, new
recipient, receiver
recognise, recognize, identify
recommend, advise, suggest, encourage
record, entry, row
record, log, write down
recover, restore, get back, retrieve, find, obtain, learn, regain
recycle, reuse
redirect, forward
reduce, decrease, lower, lessen, cut, bring down, drop
redundant, superfluous, unnecessary
refer, point
refresh, renew, update
refuse, reject, decline, deny, turn down
regard, consider, treat, see
regardless, no matter, irrespective, independent of, whatever
region, area, zone
register, enrol, sign up
regular, normal, ordinary
reject, refuse, decline, deny, turn down, discard
relation, relationship, connection
relatively, comparatively, fairly
release, version, publish
release, free, give back
reliable, dependable
rely on, depend on, trust
remain, stay, be left, be kept, continue
remote, distant, far
remove, delete, erase, take away, drop, clean up, get rid of, dismiss
rename, give another name
render, draw, display
renew, extend, prolong
repair, fix
repeat, iterate, do again
repeatedly, again and again, many times, more than once
replace, substitute, swap, supersede, exchange
replica, copy, secondary, standby, follower
reply, answer, response
report, tell, signal, show, output, announce
repository, repo
represent, stand for, denote
request, query, ask, call
require, need, demand, call for, have to, must, necessary
requirement, need, condition
research, study
reserve, set aside, allocate
reset, set back
resist, withstand
resource, asset
respond, answer, reply
responsible, in charge
restart, start again, reboot
restore, recover, bring back, get back
restrict, limit, confine, constrain
result, outcome, output, effect
resume, continue, go on
retain, keep, preserve
retrieve, get, fetch, find
retry, try again
return, give back, yield, output, see, send back, answer
reuse, use again, use twice, repeat, used more than once, repeated
reveal, disclose, expose, show, leak
reverse, opposite
review, check, examine
revise, change, update
revoke, withdraw, cancel
rewrite, write again, change
risk, danger, threat, may
robust, stable, sturdy
role, part, function
roll back, undo, revert
root, superuser, administrator
round, step, iteration
row, line, record
rule, regulation, guideline
run, execute, operate, work
runtime, run time
safe, secure
sample, example, specimen
satisfy, meet, fulfil, fulfill, comply with
save, store, write, keep, persist
save, conserve, spare, economise
scan, search, read
schedule, plan
scheme, method, system, construction
scope, range, extent
search, look for, find, seek
secondary, replica, standby
secret, private, confidential
section, part, chapter
secure, safe, protected
security, protection, safety
select, choose, pick
send, transmit, deliver, dispatch, pass, go
separate, distinct, individual, different
separately, individually, on its own
sequence, series, order
serial, sequential, one by one, one after another
serve, act, be used, deliver, function, get
server, host, machine
settle, agree, decide
settled, agreed
several, multiple, many, various
severe, serious
share, common
short, brief
show, display, present, print, demonstrate
shrink, get smaller
side, party
side effect, consequence
sign, mark
signal, indicate, notify
significant, important, considerable, substantial
silently, quietly
similar, alike, comparable
simple, easy, plain, straightforward
simultaneously, at the same time, concurrently
single, one, individual, sole
size, big, large
length, long
height, high, tall
depth, deep
width, wide
strength, strong
skip, omit, leave out, pass over, ignore
slightly, a little, a bit
slow, take long, take longer, need more time
snapshot, image, copy
software, program, application
solve, resolve
sometimes, in some cases, occasionally, at times, now and then
soon, shortly
source, origin
space, room
specification, spec, standard
specify, give, define, state, set, name
speed, rate, velocity
speed up, accelerate, make faster
split, divide, break
spread, distribute
stable, steady
stage, phase, step
stale, outdated, old, obsolete
standard, norm
standardise, standardize, standardisation, standardization
start, begin, launch, commence, initiate
start, startup, boot
state, condition, status
state, say, declare
stay, remain, be kept
still, yet
stop, halt, end, terminate, cease, quit, shut down
storage, disk, store
store, save, keep, hold, write, record, put
straightforward, simple, plain
stream, flow
strength, power
string, text
strip, remove
structure, layout, organisation, organization
subsequent, later, following
subset, part, selection
substitute, replace
substantial, large
succeed, work, be successful
success, successful
sudden, abrupt
suffer, be affected
sufficient, enough, adequate
suffix, ending
suggest, propose, recommend
suitable, fit, appropriate
sum, total
superseded, replaced, outdated, old
supply, provide, give, pass
support, accept, handle, offer, work with
suppress, silence, hide
surplus, excess
suspend, pause, stop
switch, change, move, toggle
symbol, sign, character
synchronise, synchronize, sync
system, platform
systematic, methodical
table, chart
tag, label, mark
take, need, require, use, last
take effect, apply, come into force
take over, assume, replace
task, job, work
technique, method
temporary, transient, short-lived, ephemeral, for a short time
terminate, end, stop, finish
test, check, try
text, string
theoretical, in theory
thoroughly, fully
thread, task
threshold, limit
throttle, limit, slow down
throw, raise
throughput, rate
timeout, time limit, deadline
together with, along with, and, with
tolerance, margin
topic, subject
total, overall, sum
trace, track
trade-off, compromise
trailing, last, after the last, final
transfer, move, send
transform, convert
transient, temporary
transition, move, migrate, change over, switch
translate, convert
transmit, send
transport, carry, move
traverse, walk, visit
treat, handle, consider
trigger, start, cause, set off, initiate
trim, cut
truncate, cut off, shorten
try, attempt
turn, become
typical, usual, normal
unable
unchanged, the same, as it is, untouched
uncertain, unsure, in doubt
undefined
under, below, less than, lower than, beneath
underlying, basic
understand, grasp
unique, distinct, once only
unit, module
unnecessary, needless
unsupported
unusual, rare
update, refresh, change, modify, bring up to date, upgrade
upgrade, update
upload, send, push
upper limit, maximum, ceiling
usage, use
use, employ, utilise, utilize, apply, make use of, with, serve, rely on
user, person, people, whoever
usually, normally, generally, typically, as a rule, mostly, in general
valid, correct, good, legal
validate, check, verify
value, number
variable, changing
variable-length, of any length
variant, version, form, kind
vary, differ, change
vector, array
vendor, supplier, manufacturer
verify, check, validate, confirm
version, release, edition
violate, break, breach
virtual, simulated
visible, seen, shown
visit, walk, traverse
vulnerable, open to attack
wait, pause
wake, wake up, start
walk, traverse
warn, alert, caution
warning, alert
waste, squander
watch, observe, monitor
weak, feeble
weakness, flaw, vulnerability
website, site, web page
whole, entire, full
wide, broad
withdraw, remove, retract
within, inside, in less than
without, no, lacking, free of, absence
work, function, run, operate
worker, thread
workload, load
write, store, save, record, put
wrong, incorrect, bad, false
yield, give, produce
zero, nought, none, nil
`
