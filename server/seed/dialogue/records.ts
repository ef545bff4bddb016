/** Talk in the rooms of tasks and subtasks. */
export const TASK = `
A: [Picked this up|I'll take this one]. [Should be|Aiming for] [done by {day}|tomorrow], {small} hours [or so|at most].
B>: [Thanks|Great]. [Shout|Let me know] if [the spec is unclear|you need the old file].

A: [Question|Quick one]: does this [include|cover] [Northern Ireland|the Welsh version|home workers]?
B>: [Yes|Yes please], [all regions|everyone]. [I've updated|Updated] the description.
A: [Perfect|OK]

B: [Where are we with|How's] this? [Client call|Planning] is at {time}.
A>: [{pct2}% done|Nearly there], [testing now|just the checks left]. [Will attach|Attaching] a draft.
A: =csv draft-{ref}
B: [Looks good|Nice], [one typo in row|column header wrong in row] {n}. 
A: Fixed. ^LIKE

A: [Blocked|Stuck]: [waiting for|need] [access to the share|sign-off from the client|the sample spec].
B>: [Chasing|I'll chase] [now|today]. @A [try again at|should be there by] {time}.
A: [Have it now|That did it], thanks ^THANKS

B: [Moving|I've moved] this to [in review|testing]. [Two comments|Small comments] in the doc.
A>: [Both sorted|Done], [ready to close|over to you].
B: Closing. [Nice work|Thank you]. ^LIKE

A: [Estimate|My estimate] [was too low|was off], [needs|this needs] another {small} hours: [the routing is more complex than it looked|three filters had to be rebuilt].
B>: [No problem|Fine], [re-planned|pushed to {day}].

A: [Tested|Ran] {n} [dummy interviews|test cases], [all routes hit|no dead ends]. {q} [still|] needs [the new list|wording].
B>: [List is|Wording's] [coming|in the doc].

A: [Notes from|Steps I used], so that [the next person|whoever does it next wave] has them:
A: =txt notes-{ref}
B: [Very helpful|Gold dust], thanks ^THANKS
`
/** Talk in the rooms of support tickets. */
export const TICKET = `
I: [Headset|My headset] [crackles|cuts out] [on every call|after ten minutes], [respondents can't hear me|people ask me to repeat]. [Tried|Already tried] another USB port.
T>: [Thanks for the details|Hi {I}]. [Which model|What model is it], and is it [plugged into a dock|on a hub]?
I: [Jabra Evolve 20|Plantronics C3220], [through the monitor|in the dock]
T: [Please plug it|Can you plug it] straight into the laptop and [run the hardware test|call the echo line].
I: [Clear now|That fixed it] 🙌 ^THANKS
T: [Great|Good], [closing this|I'll leave it open until tomorrow just in case].

I: VPN [drops|disconnects] [every twenty minutes|about once an hour], [dialler logs me out|I lose my call each time]
T>: [Since when|When did it start]? [Are you|Is that] on wifi or cable?
I: [Wifi|Wifi, router is downstairs]. Since [yesterday|the router was changed].
T: Signal is [band D|poor] on our side. [Could you try|Please try] a cable [tonight|for one shift] so that we can rule it out.
I: [Cable works|No drops with the cable], [thank you|ordering a longer one 😄]

T: [Update|Latest]: [supplier has|the dialler supplier has] [confirmed|acknowledged] the fault, [fix|patch] [expected|due] at {time}. 
S>: [Thanks|Ok], [I'll tell the floor|should I move people to {project}]?
T: [Give it|Wait] [half an hour|20 minutes] [first|].
T: [Back up|All lines restored]. [Please confirm|Can you confirm].
S: [Confirmed|All good], {n} logged in ^LIKE

I: [Locked out|Can't log in], says [too many attempts|account locked]. [My shift|Shift] starts at {time}!
T>: [Unlocked|You're unlocked], [try now|give it a minute].
I: [I'm in|Working], [lifesaver|thank you]! ^THANKS

T: Can you send [a screenshot|a picture] of the error please?
I: =png error-{ref}
T: [That helps|Got it]: [certificate expired|cached profile]. [Log out fully and restart|Restart and sign in once on the VPN].
I: [Sorted|All good now]

S: [Raising the priority|Can we escalate this]: {small} [people|interviewers] [affected|down] [now|since {since}], [we lose|that's] about {n} interviews an hour.
T>: [Escalated|Raised to P1]. [Next update|I'll update here] at {time}.
S: [Appreciated|Thank you].

T: [Any change|Still happening] [since the update|today]?
I>: [Not once|No], [all good|two shifts without a drop]. [You can close it|Happy to close].
`
/** Talk in claim rooms: pay and hours that somebody claims. */
export const CLAIM = `
I: [My claim|This claim] is for {small} hours on {day}: [dialler was down|system issues] from {time} and [I stayed logged in|was told to wait].
S>: [I remember|Confirmed], [whole floor was down|it was logged as system issues]. Approving [my side|].
F: [Thanks|Got it], will [be in|go into] the [next|{day}] pay run. ^THANKS

F: [Mileage|Travel] claim [needs|is missing] the [postcode|receipt] for {day}.
I>: =png receipt-{ref}
I: [Sorry|Here], [parking included|it was in my coat]
F: [Perfect|All there], approved.

I: Overtime for {day} [shows|is showing] {small} hours, I did {small2}.
S>: [Checking the planner|Let me check]. [You're right|Yes], [late extension wasn't processed|the extra hour was approved in chat]. [Corrected|Fixed now].
I: [Thank you|Ta very much] ^LIKE

F: [Cut-off|Reminder: cut-off] for claims is {day} at {time}. [Anything later|After that it] goes to next month.
S: [Noted|Thanks], [two more to come from me|mine are all in].

S: @I [which project|what code] was this [on|for]? [The claim says|It's down as] {project}, planner says {project2}.
I>: [Planner is right|{project2}], [I was moved at {since}|switched mid-shift].
S: [Changed|Amended] and approved.
`
/** Talk in the rooms of job orders. */
export const JOB_ORDER = `
R: [New order|Job order] for {project}: {n} hundred interviews, {length} minutes, [CATI|telephone], {region} [boost|].
A>: [Start date|When do we start]? We [have|can free] {small} interviewers from {day}.
R: {day}, [two weeks|three weeks] in field.
A: [Works|Fine], [booking the team|adding it to the planner].

R: Client [changed|wants to change] the [sample size|scope]: {n} hundred [instead|now]. [Revised costs attached|New costing attached].
R: =csv costing-{ref}
F>: [Margin|Margin looks] [ok|fine] at {pct}%. [Approved|Signed off].

A: [Customer|Client] [called|rang] about [the invoice|timings], [wants a call|can you ring them] [today|before {time}]?
R>: [Ringing now|Will do]. [PO number is on the order|It was the PO number].

R: [Purchase order|PO] received. [Status changed|Moved] to [confirmed|in progress].
A: 🎉 ^LIKE

R: =pdf order-confirmation-{ref}
R: [Signed|Countersigned] [copy|confirmation] for the file.
F: [Filed|Thanks, filed].
`
/** Talk around meetings. */
export const MEETING = `
A: [Agenda for|Today's agenda]: 1) [quota position|strike rates] 2) [rota|holiday cover] 3) [QC findings|new starters] 4) AOB
B: [Can we add|Please add] [headset orders|the winter wave|bank holiday hours]?
A>: [Added|Yes, added].

A: [Running|I'm running] [five|ten] minutes late, [start without me|previous call overran]
B>: [No worries|No problem], [taking notes|we'll start with the rota]

B: [Notes|Minutes] from [today|this morning]:
B: =txt minutes-{ref}
A: [Thank you|Great notes] {B}. [My action is done|I've done mine already]. ^THANKS

A: Actions: @B [send the rota|confirm overtime] by {day}, @C [book the training room|check the VPN report].
B: [Will do|On my list]
C: [Done|Booked for {day}] ^LIKE

C: [Can't make it|I have to send apologies] [today|this week], [on the phones|doctor's appointment]. [Update from me|My update]: {region} at {pct2}% of target, {small} off sick.
A>: [Thanks|Thanks for the update], [get well soon|catch up after].

A: [Same time next week|Next one {day} at {time}]?
B: 👍
C: [Fine with me|Works]
`
