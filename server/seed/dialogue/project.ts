/** Talk of a project team: quotas, scripts, sample, deliveries, clients. */
export const PROJECT = `
R: [{hello}|Hi all], {project} [launched|is live]: [soft launch of|first] {n} interviews, then we [pause|stop] and check the data. [Script version|Version] {ref}.
S: [Team briefed|Briefing done], {small} interviewers on it from {time}.
R>: [Great|Perfect]. [Watch|Please watch] {q}, [client changed it last night|the wording is new].

R: [Soft launch data|Data from the soft launch] looks [clean|good], [median length|length] {length} minutes, [no one stuck|no break-offs after] {q}. [We're good to go|Full launch approved].
S: [Lovely|Opening it up], [loading the rest of the sample|full team from {time}]. ^LIKE

R: Quota position for {project} attached. {cell} is [behind|slow], {cell2} [is ahead|is nearly full].
R: =csv quota-{slug}-wave-{wave}
S: [Thanks|Got it]. [I'll prioritise|Prioritising] {cell} [from {time}|tonight].
A: [Do we have|Is there] [boost sample|more sample] for {region}?
R>: [Ordered|Requested], [arrives|due] [tomorrow morning|this afternoon], {n} hundred records.

R: Client [asked|is asking] [for|if we can deliver] [interim data|toplines] [by|on] {day}. [Are we going to|Can we] make {target}?
S>: At {rate} an hour with {small} interviewers that is [about|roughly] {n} hours. [Tight but doable|Yes, if nobody is off sick|Yes].
R: [OK, I'll confirm|Confirmed to client], thank you.

D: [Cleaned file|Data file] for wave {wave} is up. {small} cases [removed|dropped] for [speeding|flatlining|duplicate numbers].
R>: [Which|Were any of those] [quota cells|in {cell}]?
D: [Two|One] in {cell}, [rest spread out|others across regions]. [Quota counts are updated|I've reopened the cell].

R: [Script change|Hotfix] on {project}: {q} now [routes|goes] to {q2} when [code 3|not working|retired]. [Please re-read|Interviewers should see] the [yellow|new] interviewer note.
S: [Briefed|Told the floor]. [Anything in progress|Partials] [ok|affected]?
R>: [Partials keep the old route|No, only new interviews].

S: [Length|Interview length] on {project} has crept up to {length} minutes. [Costed|We quoted] at {short}. @R [can we cut|could we cut] [the awareness battery|a battery|the brand list]?
R>: [Talking to the client|I'll ask] [today|at {time}]. [Rotating the brand list|Split sample on the battery] would [save two minutes|help].
R: Client [agreed|said yes], [split sample from tomorrow|brand list cut to eight]. ^LIKE

R: =png {slug}-daily-completes
R: [Daily completes|Completes per day] [so far|since launch]. [Dip|The dip] on {day} is the [bank holiday|dialler outage|football].
A: [Nice chart|Useful], [can this go in|add it to] the weekly [pack|report]?
R>: [Already in there|Will do].

A: [Has anyone|Have we] [got|had] the [signed|final] [questionnaire|Welsh translation] for wave {wave}?
R>: [Came in|Arrived] [an hour ago|this morning], [formatting it now|with scripting].
R: =pdf {slug}-questionnaire-w{wave}
A: [Star|You're a star], thanks ^THANKS

R: [Verbatims|Open ends] at {q} are [a bit thin|very short]. Can we [remind|get] interviewers to [probe|probe twice]?
S>: [Yes|Will do], I'll [cover it in|put it in] tonight's [briefing|huddle]. [Have you got examples|Examples would help].
R: "[It's OK|Fine I suppose|The price]" is [most of it|half of them]. A [good one|better one] is "cheaper than the other two but the queue was long on Saturdays".

D: Weighting [scheme|targets] for {project} [agreed|signed off]: [age by sex, region, working status|region, tenure, age by sex]. Efficiency {pct2}%.
R>: [Very good|Better than last wave]. [Tables|Draft tables] by {day}?
D: [Yes|Should be], [if fieldwork closes|once we close] on [time|schedule].

R: [Fieldwork closes|We close] [at {time} today|tonight at nine]. {small} [left|to go] in {cell}. [Over-quota|Anything over] is [fine|OK] up to {small2}.
S: [Understood|OK]. [Will message|I'll shout] when we're [done|there].
S: [Done|That's it]! {target} [completes|in the bag] ✅ ^HEART
R: [Amazing|Fantastic], [thank the team from me|thanks everyone]. [Celebratory biscuits to follow|Client is delighted].

R: [Useful|Good] [background|reading] on response rates: https://www.ons.gov.uk/methodology
A: [Thanks|Interesting], [saving that|will read at lunch]

A: [Who is|Who's] covering [the client call|the {time} call] for {project}?
R>: [Me|I am]. [Want anything raised|Anything to raise]?
A: [Sample quality|The screener drop-out] in {region}, [please|if there's time].

D: [Duplicate|Found duplicate] phone numbers between {project} and {project2}: {n} records. [Suppressing|I've suppressed] them [in|on] the [second|later] one.
S>: [Thank you|Good], [we had complaints|explains the complaints] about [double calls|being called twice].

R: [Screener|Eligibility] rate is {pct}%, we [assumed|costed] {assumed}%. That's [a lot more dials|a lot more dialling] per complete.
S: [Matches|That's] what the floor [says|sees]. [Targeted sample|Could we buy targeted sample] for {region}?
R>: [Costing it|Getting a quote]. Job order to follow.

R: @all [debrief|wash-up] for wave {wave} [is|will be] on {day} at {time}. [Please add|Add] what [went well|slowed us down] to the [doc|board] before then.
A: [Added mine|Done], mainly [call-back handling|the screener]
B: [Same|Added], [the new intro worked|sample arriving late]

~: {project}, wave {wave}: {cell} reached {pct2}% of its quota.

A: [Quick check|Can I check], is the age for {cell} [age last birthday|age at interview]?
R>: [Age at interview|Age last birthday], [as per spec|same as last wave].
`
