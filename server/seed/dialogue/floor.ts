/** Talk of the telephone floor: calls, quotas, call-backs, refusals, the run of a shift. */
export const FLOOR = `
S: [{hello} all|Hi everyone|Right team], [{n} on the phones|we have {n} logged in] for {project} [tonight|this shift]. Target is {target} completes, [strike rate was|we did] {rate} an hour [yesterday|last shift]. [Let's keep intros tight|Smile when you dial|Steady pace please].
I: [Logged in and ready|On it|Ready to go] [👍|]
J: Same here, [headset on|coffee in hand|script open]

I: [That's|And that's] {small} completes [already|so far] for me [on {project}|tonight] ^LIKE
S>: [Lovely work|Brilliant|Great start] {I}, [keep it up|keep that going|you're ahead of the floor average]

I: [Anyone else|Is anybody else] getting a lot of [answer machines|voicemails|no answers] on {project}? [Must be|I've had] {n} in a row [now|].
J: [Same|Yes, same here], [it picked up after {since}|mostly landlines|the mobile sample is better]
S: [Sample was reloaded|We loaded fresh sample] at {since}, [should improve|you should see a difference] in [ten|fifteen|twenty] minutes. [Keep coding AM properly please|Please use outcome 4 for answer machine, not no reply].
I>: [Thanks|Ok thanks], [much better now|got a complete straight after]

I: [Respondent|Lady|Gentleman] on {project} [says they were called|was called] [twice|three times] [yesterday|this week] [already|], wants [off the list|to be removed]. [Which outcome|What do I code]?
S>: [Code it|That's] [hard refusal|DNC], [outcome 22|outcome 21], and put the reason in the notes please. I'll [pass it to|flag it with] the sample team.
I: Done, [thank you|cheers]. [Serial|Case] {ref}.

~: Quota update, {project}: {cell} is now full ({quota} of {quota}). Numbers that screen out for this cell are coded automatically.
S: [FYI all|Heads up] — {cell} closed. [Don't push|If they screen out, thank them and close] [politely|as per the script].
I: [Just in time|Typical], had [one|two] of those [in the last half hour|tonight]

S: @all [quick reminder|reminder] - [please read the intro word for word|the recording statement must be read in full before Q1]. QC picked up {small} [calls|interviews] [yesterday|last night] where it was [shortened|paraphrased]. ^LIKE
I: [Noted|Will do|Got it]
J: [Noted, thanks|Sure]

I: [Call back|Callback] for {time} on {project} has [come to me|dropped into my queue] but the note says [Welsh speaker|speak to the husband|ring the mobile]. [Can someone take it|What should I do]?
S>: [Send it over|Suspend it and|Put it on hold,] I'll [move it to|give it to] {J}. [Thanks for spotting it|Good catch].
J: Got it, [calling now|will ring at {time}]
J: [Complete|That's a complete]! [Lovely person|Really nice chap|She was expecting us] ^LIKE

I: [How long is|What length do we say for] {project}? [Respondents|People] are [asking|dropping out when I say twenty minutes]
S>: [Average is|It's running at] {length} minutes, so say "about {length} minutes, [depending on your answers|it goes quickly]". Never [less than that|promise less].
I: [Perfect|Ok], [ta|thanks]

S: [Halfway|Break update|Quick update]: {target} target, [we're on|floor is on] {half}. [Top of the board|Leading the way] [is|tonight]: {I} with {small}. [Well done|Nice one]! ^LIKE
I: [Thank you!|Cheers 😊|Lucky sample tonight]
J: [Coming for you|I'm right behind you] {I} 😄 ^LAUGH

I: [Partial|Break-off] at {q} on {project}, [respondent had to go|battery died|kids came home]. [Happy to finish|Agreed to finish] [tomorrow|at {time}]. Appointment [is in|made].
S>: [Good save|Well handled], soft appointment or hard?
I: [Hard|Definite], {time}.

I: At {q} [it won't let me|the script won't let me] code [don't know|refused]. [Is that right|Is that meant to happen]?
R>: [Good question|Thanks for raising]. {q} should [have both codes|allow DK]. I'm [checking with scripting|fixing it] now.
R: [Fixed|New version is live] - [please log out of the survey and back in|next interview will pick it up]. ^THANKS
I: [Confirmed, works|Working now], thanks {R}

S: Can [somebody|anyone] take [an extra hour|the {time} slot] [tonight|this evening]? [We are short on|We still need] {region} [completes|interviews].
I: [I can|I can stay], [need to leave by nine|until {time}]
J: [Me too|Count me in] if [overtime is approved|it's approved]
S: [Both approved|Approved], thank you so much. [I've told resourcing|It's on the planner]. ^THANKS

I: [First complete|First one] [of the night|tonight] in {region}! [Took|Only] {n} dials 😅 ^LAUGH
J: [We'll take it|Every one counts]

I: [Respondent|A respondent] is asking [who we are working for|where we got the number|if this is a scam]. [What's the line|Which FAQ] [for|on] {project}?
S>: [Random digit dialling|The number was selected at random], [client can be named at the end|we can name the client at the end only]. [Offer the freephone line|Give them the freephone number and the Market Research Society check].
I: That [worked|did it], [carried on to the end|they agreed to go on]

S: [Small change|Please note] on {project}: [from now|as of {time}] [ask for the youngest adult|use the next birthday rule] in {region}. [Briefing note attached|Note below].
S: =pdf interviewer-note-{slug}
I: [Read it|Got it], [thanks|clear]
J: Does that [apply to|include] [call-backs|existing appointments]?
S>: No, [only new contacts|only fresh sample].

I: [Getting|I'm getting] a [long|] [refusal streak|run of refusals] [on|in] {region}, [{small} in a row|that's {small} now]. [Any tips|Anything that works for you]?
J: I [slow the intro down|say it's only opinions and there are no wrong answers|mention the charity donation]
K: [Offer a call back|I offer a better time] before they can say no, works [half the time|quite often]
I: [Thanks both|Good idea, trying that]. [Just got one!|Worked first time 😀] ^HEART

~: {project}: {half} completes today, strike rate {rate}, average length {length} min, refusal rate {pct}%. Next update in one hour.

~: Shift summary {project}: {target} completes against a target of {target}. Interviewers logged in: {n}. Thank you, everyone.
S: [Target hit|We did it]! [Thank you all|Great shift everyone] 🎉 ^HEART
I: [Yes!|Get in!|Great team]
J: [Well done all|🎉🎉]

I: [Can I swap to|Any chance I can move to] {project2}? [My Welsh cases are done|No call-backs left here|I've only got the older quota and it is very slow].
S>: [Yes|Go for it|Sure], [moving you now|you're assigned]. [Log out and back in|Give it two minutes].
I: [I'm in|Switched], ta

S: [Note on|About] outcomes: [please don't use|stop using] "other" [without a comment|]. {n} cases [yesterday|last night] with [no reason|nothing in the notes]. [Ben|Data] [can't use them|has to recode every one by hand].
I: [Sorry|Ah], [that was probably me|some were mine]. [Which code for|What's right for] [language barrier|gone away]?
S>: [Language barrier is 17, gone away is 31|17 for language, 31 for gone away].

I: [Gatekeeper|Receptionist|The PA] on the business sample [won't put me through|wants an email first]. [Do we have|Is there] a [cover letter|reassurance letter]?
S>: [Yes|Here you are].
S: =pdf reassurance-letter-{slug}
I: Sent, [calling back|she'll put me through] at {time}

I: [Had|Just had] the nicest [interview|respondent]: [92 and sharper than me|told me her whole life story|said it was the best bit of her day] ❤️ ^HEART
J: [That's why we do it|Those make the shift]
K: Aw, [lovely|love that]

I: [Can someone listen in|Could a supervisor listen] to my next [call|one]? [Not sure I'm probing enough|I'd like feedback on my probing] at {q}.
S>: [Listening now|I'm on your line]. [Just carry on as normal|Ignore me].
S: [Really good|Very nice], [one tip|only thing]: [wait two seconds longer|use "what else?" and not "anything else?"] on the open end.
I: [Makes sense|Thank you], [will do|that helps] ^THANKS

S: [Handover for|Handing over to] the [late|evening] team: {region} [needs|still needs] {small}, [call-backs are loaded|{n} call-backs from {time}], {cell} [nearly full|about to close]. 
M>: [Got it, thanks|Thanks, picking it up]. [How are|What about] the [new starters|newbies]?
S: [Doing well|Fine], {I} [had a first complete|is flying]. [Keep an eye on breaks|Breaks are staggered].

I: [Back from break|Back], [ready|logged in]
S: [Thanks|👍]

I: [Number|This number] is [a fax|a care home|a dentist], [code|outcome] [business number|ineligible]?
S>: [Ineligible, not residential|Yes, non-residential].

I: [Proxy interviews|Can we do proxies] on {project}? [Son is offering to answer for his dad|Wife says he is at sea until spring].
S>: No proxies [on this one|here], named respondent only. [Make an appointment|Code it "away for fieldwork period"] please.
I: [Appointment it is|Done]. [She was very nice about it|He'll be back on {day}].

I: [Postcode|The postcode check] at {q} [rejects|won't take] {region} [new builds|BT postcodes]. [Workaround|What should I type]?
R>: [Use the first half|Type the sector only] and put the rest in the notes, I'll [recode|patch it] [tonight|after close].
I: [Works|Accepted], [two waiting to be patched|thanks].

S: [Listening in|Just listened] to {I} [convert a soft refusal|handle a very cross gentleman]. [Textbook|Calm, kind, and a complete at the end] 👏 ^HEART
I: [He just wanted to be heard|My heart was racing], [thank you|that means a lot]
J: [Go {I}!|Teach me your ways]

I: [Mobile sample|The mobiles] [answer better|are alive] after {since}, [landlines|home numbers] are dead [tonight|at this hour]
J: [Agreed|Same here], {small} completes from mobiles, [none|one] from landlines
S>: [Useful, thank you|Good spot], [weighting the dialler to mobiles until close|I'll flip the mix].

I: [Someone|A lady in {region}] [started crying|got upset] at {q}, [her husband died last month|she had bad news today]. I [stopped|ended] the interview [gently|there]. Was that right?
S>: Absolutely right. [Take five minutes|Have a break], [I'll code it|leave the case with me]. [You did well|Ring me if you want to talk].
J: ❤️
I: [Thank you|Thanks], [cup of tea and back on|I'm fine, just sad for her] ^HEART

S: [Who has|Does anyone have] [a Scottish Gaelic|a Punjabi|an Urdu|a Polish] speaker [appointment|call-back] for {time}?
I: [That's mine|Me], serial {ref}. [Can Kasia or Zainab take it|I can hand it over]?
S: [Moved|Handed over], [thank you|all set].

I: [Is the incentive|Are vouchers] still [ten pounds|five pounds] for {project}? [Respondent remembers|They were told] [twenty|fifteen] [last wave|last time].
R>: [Ten this wave|Five this wave], [the fifteen was the pilot|it changed in wave {wave}]. Sent by email within [two weeks|ten days].
I: [Accepted|That did it], [email taken twice to be sure|thanks]

J: [Dialled|I've dialled] {n} and [not one hello|nothing but tones]. [Is my line OK|Is it me]?
T>: [Your line drops inbound audio|I can see it]: [please switch to|move to] station {station}.
J: [Moved|Moving], [and the first call answers|there we go] 😄 ^LAUGH

S: [Last hour|Final push]: {small2} [completes|more] and we [hit target|beat yesterday]. [Hard appointments first|Clear your call-backs].
I: [On one now|Mid-interview]
K: [Just closed one|One in]! ^LIKE
J: [And one from me|Add another]
S: [That's the target|We're there]. [You stars|Home time on the dot] 🌟 ^HEART

I: [Complaint|Possible complaint]: [man says we rang at|called us out for ringing at] {since} [during his night shift sleep|in the middle of lunch]. [Apologised|I apologised], [offered to remove him|he's fine with a call on {day}].
S>: [Thank you, logged|Logged it], [well handled|perfect response]. [No further action|I'll write to him if he asks].

J: What's the [latest|] count for {cell}?
S>: {small} [to go|left]. [Nearly there|Easy].
J: [Got one on the line|On it] [now|]
J: [Make that one fewer|Done!] ^LIKE
`
