package guard

// functionWords carry structure, not content: nothing has to be found for them in the source. Negation, modality,
// quantity and condition among them are checked by rules of their own.
const functionWords = `
a about above after again against all almost along already also although always am among an and another any are around as
at away be became because become becomes been before behind being below beside besides between beyond both but by can
cannot certain could despite did do does doing done down during each either else even ever every everyone everything exactly except far
few fewer following for from further furthermore got had has have having he hence her here hers him his how however i if in indeed
instead into is it its itself just last least less like likewise lot many may me merely mere might mine more moreover most much must my myself
namely nearly need needs neither never nevertheless no nobody none nor not nothing now nowhere of off often on once one ones only onto or
other others otherwise ought our ours out over own per perhaps please quite rather same shall she should since so some someone
something sometimes somewhat somewhere soon still such than that the their theirs them themselves then thence there
thereby therefore these they this those though through throughout thus till to together too toward towards under unless
until up upon us very via was we well were what whatever when whenever where whereas whereby wherever whether which
whichever while who whoever whom whose why will with within without would yet you your yours yourself
approximately roughly usually generally typically whole entire respectively regardless anything first
`

// lightWords are the general verbs, nouns and adverbs that a rewording brings along. They weigh little: a claim is not
// supported for having them nor unsupported for lacking them.
const lightWords = `
able accept accomplish accordingly achieve act action actual actually addition additionally aim allow alone alike amount appear apply approach area
aspect avoid based basis become begin behave belong big bring call capable carry case cause certain change choice choose clear clearly come
common complete completely concern condition consider consist contain content continue correspond count couple course create current currently deal define
degree depend describe detail determine different directly do easily easy effect effectively element emerge employ enable end enough ensure entirely entry equal especially
establish example exist existing expect extent fact fail fall fashion fill find fine finish fit follow form found free freely full fully function further
gain general get give go good grant great group guarantee happen hard have help hit hold
important include increase indicate individual involve issue item keep kind know lack large later lay lead learn leave let level lie little live long look lose low
main mainly make manner mark matter may mean means meet mention moment move much name namely nature necessary need new next normal normally note number
observe obtain occupy occur offer open operate order original part particular particularly pass people perform person piece place plain play point portion position possible
present prepare prevent previous produce proper properly provide purpose put reach ready real really reason receive refer regard relate related relatively
relation remain report represent require respect rest result return risk role room say see seem sense separate serve set settle several short show side similar simple
simply single situation slightly small so-called sort special specific specify stand start state stay step stop strong subject such suffer suitable supply support sure
take tell tend term thing think time top total touch treat try turn type typical unit usage use useful usual value variety various version view want way
well whole win wish work yield far early late old kept lies whoever whatever moreover long-term good bad enough exception pertain sides side everything lot
`
