/** Talk about shifts, rotas and cover. */
export const SHIFTS = `
I: [Can anyone swap|Would anybody swap] [my {day} late|{day} evening] for [an early|a {day2} shift]? [Parents' evening|Dentist|Family thing].
J>: [I can|I'll take it], [as long as|if] [it's the full five hours|Stephen can change it].
S: [Swapped|Done], [both planners updated|it's on the planner]. ^THANKS

S: [Shift slots|Extra slots] for [the weekend|Saturday] are [open|up]: {small} [places|slots] {time} start. First come, first served.
I: [Me please|Booked one]
J: [I'll take one|Got mine]
K: [Any left|Are there any left]?
S>: [Last one|One left], [yours|grab it].

I: [Running late|Going to be late], [bus didn't turn up|train is stuck outside the station|school run]. [Be there|In] in [ten|fifteen|twenty] minutes.
S>: [Thanks for letting us know|OK, no problem], [I'll hold your call-backs|safe journey].

I: I won't make {day}'s shift, [hospital appointment|wisdom tooth is coming out|funeral in the family]. [Sorry|Sorry for the short notice].
S>: [Don't worry|Of course], [I'll cover your appointments|just log it in the tracker]. ^HEART
J: [Take care|Look after yourself] {I}

S: [Holiday cover|Cover] for [w/c the 23rd|next week]: still need {small} [lates|evening shifts] in {region}. [Overtime rate applies|Time and a quarter].
I: I can do {day} and {day2}
J: [{day} for me|One from me: {day}]
S: [Amazing|Brilliant], [sorted|all covered]. Thank you both. ^THANKS

S: [Rota|The rota] for next week [attached|is out]. [Check your shifts|Please check your own line] and shout [by {day}|today] if anything is wrong.
S: =csv rota-next-week-{ref}
I: I'm down for [two lates on {day}|a shift on my day off] 😅
S>: [My mistake|Oops], [corrected|fixed]. Reload it.

I: [Has my holiday|Did my holiday request] for {day} [been approved|go through]?
S>: [Approved|Just approved it], enjoy! [Bring back biscuits|Anything nice planned?]
I: [Weekend in Whitby|Sister's wedding|Just the garden] 😊 ^HEART

S: [Breaks|Staggered breaks] tonight: [odd desks|group A] {time}, [even desks|group B] fifteen minutes later. [Please stick to it|Lines were empty yesterday].
I: 👍
`
/** Talk about tools and machines. */
export const TECH = `
I: [Dialler|The dialler] [is slow|keeps freezing] [for me|] [since {since}|this morning]. [Anyone else|Just me]?
J: [Same|Me too], [thirty seconds|nearly a minute] between calls
T>: [Looking|We're looking] at it. [Which station|Can you both send] [are you on|your station numbers]?
I: {station}
J: {station2}
T: [Restarted the gateway|Switched you to the second server], [better now|can you try again]?
I: [Much better|Flying again], thanks ^THANKS

T: [Planned maintenance|Maintenance] [tonight|on {day}] from 22:30: [VPN|survey tool] [unavailable|restarts] for [fifteen|thirty] minutes. [Please log out|Log out] before you leave.
A: [Thanks for the notice|Noted]
B: Does that [touch|affect] the [overnight|] exports?
T>: [No|Exports run at 3, so no].

I: [Survey tool|Script] says "session expired" [after every interview|twice tonight]
T>: [Clear the cache|Sign out of the survey tool] and [sign in again|use the launcher, not the bookmark]. 
I: [Launcher works|That did it], [deleted the bookmark|thank you]

T: [Windows updates|Security patches] [must be|need to be] installed by {day}, [otherwise|or] the passport check [will fail|turns red]. [Takes|It takes] ten minutes [and a restart|].
I: [Done|Mine's done]
J: [Stuck at|Mine is stuck at] 34% 😩
T>: [Leave it|Let it sit], [it jumps|34 is the slow bit]. 
J: [It finished!|You were right 😄] ^LAUGH

I: [Speed test|My speed test] says upload {n} Mbit, [is that enough|ok for home working]?
T>: [Fine|Yes], [above 5 is OK|needs 5]. [Cable is better than wifi|Watch the jitter though].

I: How do I [export|get] my [CATI report|hours] for [last month|the quarter]?
T>: Tracker, [My CATI report|CATI report], then the [arrow|download icon] top right.
I: [Found it|Got it], ta
`
/** Talk about quality and training. */
export const TRAINING = `
Q: [QC scores|This week's QC] [are out|done]: [floor average|average] {pct2}%, [up two points|best since summer]. [Main point|Watch out]: [probing at open ends|reading all the codes].
I: [Nice, what did I get?|Great. Where do I see mine?|Better than I thought!]
Q>: [Check your feedback page|It's in your profile], [very good empathy|lovely tone, {I}].

Q: [Refresher|Training] on [refusal conversion|probing|data protection] on {day} at {time}. [Places for|Room for] {small}, [reply here|put your name down].
I: [Me please|I'd like to come]
J: [And me|Same], [is it paid time|can home workers join]?
Q>: [Yes to both|Paid, and there is a link].
Q: =pdf refresher-handout-{ref}

Q: [Welcome to|Please welcome] our [new starters|new group], {small} people, first [calls|shift] on {day}. [Buddies|Buddy volunteers] needed.
I: [Happy to buddy|I'll take one]
J: [Me too|Count me in], [remember my own first day too well|it's fun]
S: [Thank you both|You're great] ^HEART

I: What's the [difference between|rule on] [prompted and spontaneous|reading out "don't know"]?
Q>: [Spontaneous: no hints at all|Never read out "don't know"], [prompted: read every code in order|only code it if they say it]. [Page|See page] {small} of the handbook.
I: [That's clear|Thank you]

Q: [Coaching|One-to-one coaching] slots [this week|for {day}]: {time} and {time2}.
I: {time} [works|please]
Q: [Booked|You're in].
`
/** Talk that is not about work. */
export const SOCIAL = `
A: [Whose|Who brought the] [birthday cake|brownies|samosas] [is that in the kitchen|are in the kitchen]? [Amazing|Delicious]!
B>: [Mine|Guilty], [help yourselves|there are more in the fridge] ^HEART
C: [Home workers crying|I knew I should have come in] 😭 ^LAUGH

A: [Anyone up for|Who's in for] [the quiz|bowling|a curry] on {day}?
B: [Yes!|Me!]
C: [In|Count me in], [if I finish at {time}|can I bring someone]
A: [Booked for|Table for] {small}, half past seven. ^LIKE

A: [Happy birthday|Happy birthday 🎂] {B}! ^HEART
C: [Happy birthday!|Many happy returns 🎉]
B: [Thank you all|Aw thanks everyone] ❤️

A: [Snowing|It's snowing|Proper rain] [here in|in] {region}, [how is it by you|anyone else]? 
B: [Sun|Blue sky] here 😎
C: [Sideways|Biblical] [rain|hail]

A: [Best|Funniest] [answer|thing a respondent said] today: "[I'd rather talk to you than watch the news|put me down for whatever you think, love|is there a wrong answer? I usually find it]" ^LAUGH
B: 😂😂
C: [Had that one too|They are the best]

A: [Lost|Has anyone seen] a [blue lunch box|pair of reading glasses|phone charger] [in the break room|by desk {n}]?
B>: [On the window sill|Reception has it].
A: [Found|Phew], thanks ^THANKS

A: [Charity|Sponsored] [walk|run] [update|]: we raised £{target}! [Thank you|Thank you all so much] ❤️ ^HEART
B: [Wow|Brilliant], [well done|legs still hurt]

A: [Tea|Brew], anyone?
B: [Always|Milk, no sugar please]
C: [Yorkshire only|Go on then] ☕ ^LAUGH
`
/** Talk between two people. */
export const DIRECT = `
A: [Hi|Hiya|Hey] {B}, [have you got a minute|got a sec|free for a quick question]?
B: [Sure|Of course|Yes], [what's up|fire away]
A: [Do you know|Any idea] [who signs off|who's on] [the {day} shift|{project}] [this week|now]?
B: [I think|Should be] [Marcus|Priya|Stephen], [but check the planner|he's in until {time}]
A: [Lovely|Great], [thanks|ta] ^LIKE

A: [How did|How was] [the late|your shift] [go|yesterday]?
B: [Not bad|Good actually], {small} completes, [one very long one|two lovely call-backs]. You?
A: [{small2}|Got {small2}], [dialler was slow|sample was tired]. [Tomorrow will be better|Can't complain].

B: [Could you|Can you] [look at|check] {q} [for me|when you have time]? [I don't think|I'm not sure] the filter is right.
A: [Looking now|One sec]
A: [You're right|Yes], [it skips|it should go to] {q2} for [students|retired]. [I've told|Told] {project} team.
B: [Thanks for checking|Good to know I'm not mad 😄] ^LAUGH

A: [Don't forget|Just a reminder], [one-to-one|our catch-up] [at {time}|tomorrow at {time}].
B: [In the diary|Thanks, got it]. [Should I prepare anything|Do you want my numbers]?
A: [No|Just] [bring questions|yourself 😊]

B: [Thank you for|Thanks for] [covering|helping out] [yesterday|on {day}], [really saved me|I owe you one] ^HEART
A: [Any time|No problem at all]

A: =csv figures-{ref}
A: [Those are|Here are] the figures [you asked for|for {project}]
B: [Perfect|Just what I needed], [quick question|one thing]: [does it include|is that with] the [partials|over-quota]?
A: [No|Without], [completes only|valid completes]

B: [Running|I'm] [a bit|five minutes] late, sorry
A: [No worries|No rush]

A: [Are you in|You in] [the office|Leeds] on {day}?
B: [Yes|Yep], [until|from] {time}. [Coffee|Lunch]?
A: [Yes please|Deal] ☕

B: [Sent you|Just sent you] the [link|doc]: https://intranet.northgate-research.example/{slug}
A: [Got it|Thanks], [reading|will look] [after my break|tonight]

A: [Is {project}|Do you know if {project} is] [extended|going on] [next week|past {day}]?
B: [Looks like it|Yes], [another|about] {n} interviews. [Same team|They want the same people].
A: [Good|Great], [I like that one|easy script]
`
/** Talk with the staffing agency. */
export const AGENCY = `
S: @G we [need|could use] {small} [more|] people for {region} from {day}, [evenings|weekends], {length} hours a week.
G: [I have|I can offer] {small} [ready|available], [two with CATI experience|all with headsets]. CVs to follow.
G: =pdf candidates-{ref}
S: [First two look great|All good], can they do the [compatibility test|induction] on {day}? ^THANKS
G: [Booked|Confirmed].

G: [Timesheets|Hours] for last week [attached|below], [please approve|need sign-off] by {time}.
G: =csv agency-timesheets-{ref}
S>: [Approved|All fine], except one: {day} should be {small} hours.
G: [Corrected|Amended], thanks.

G: One of ours [can't make|is ill] [tonight|{day}], [replacement|I have a replacement] [from {time}|on standby].
S>: [Thanks for the quick fix|Great], [send the login request|support will set up access].

S: Feedback on the [new agency group|four starters]: [excellent|very good], QC average {pct2}%. [Can we extend|We'd like to extend] them to [Christmas|the end of the wave].
G>: [They will be pleased|Happy to], [contracts by {day}|I'll send the forms]. ^LIKE
`
/** Talk about personnel and pay. */
export const HR = `
H: [Reminder|Please note]: [holiday year ends|carry-over requests close] on {day}. [Check your balance|Balances are in the tracker].
A: [Can we|Is it possible to] [carry over|roll over] [three|five] days?
H>: [Up to five|Five], [with your manager's approval|via the form].
A: [Thank you|Great]

H: [Updated|New] [home working policy|expenses guide] [attached|here]. [Main change|What's new]: [equipment allowance|mileage at 45p].
H: =pdf policy-{ref}
B: [Thanks|Very clear], [is it from|valid from] this month?
H>: [From the first|Yes].

H: [Return to work forms|Three return to work meetings] [are outstanding|still open] for {region}. @S [could you|please] [do them|get them in] by {day}.
S>: [Done|All done], [sorry for the delay|one left for {day}].

A: [When is|What date is] [payday|the pay run] this month?
H: [The 27th|Friday 27th], [cut-off for claims|claims in by] {day}.
`
