/** What was said last in a conversation, just before the seed's present. */
export interface EndingLine {
  readonly minutesAgo: number
  readonly author: string
  readonly text: string
  readonly reaction?: string
}

const line = (minutesAgo: number, author: string, text: string, reaction?: string): EndingLine =>
  reaction === undefined ? { minutesAgo, author, text } : { minutesAgo, author, text, reaction }

/**
 * The newest messages of some conversations, by their title's beginning: so that the demo
 * accounts find unread messages, and messages that mention them.
 */
const ENDINGS: Readonly<Record<string, readonly EndingLine[]>> = {
  'Jamie Whitfield and Priya Nair': [
    line(
      55,
      'Jamie Whitfield',
      'Hi Priya, headset is still crackling. I am on the spare one for now, all fine with it.',
    ),
    line(
      52,
      'Priya Nair',
      'Thanks for telling me. Kerry has your ticket, she will bring a new one up today.',
    ),
    line(50, 'Jamie Whitfield', 'Great. Also I can do the extra hour if you still need someone.', 'THANKS'),
    line(18, 'Priya Nair', 'Yes please! I have added the hour after your shift to the planner.'),
    line(17, 'Priya Nair', 'And your QC score came back: 96%. Best probing on the team this week 👏'),
  ],
  'Household Travel Survey': [
    line(
      58,
      'Olu Bankole',
      'Quick check: we are 62 completes short of the weekly target, mostly rural households and men 18–24.',
    ),
    line(56, 'Jamie Whitfield', 'Two men 18–24 call-backs booked for later, fingers crossed', 'LIKE'),
    line(
      54,
      'Priya Nair',
      'Good. I have moved four people over from Bank Satisfaction until the end of the shift.',
    ),
    line(41, 'Ellie Thornton', 'Rural sample is picking up, three completes in the last hour', 'HEART'),
    line(
      33,
      'Olu Bankole',
      '@{Priya Nair} can we open the second batch of rural numbers today or shall I wait for the overnight load?',
    ),
    line(27, 'Callum Reid', 'Glasgow can take another 200 records if that helps'),
    line(
      24,
      'Olu Bankole',
      '@{Jamie Whitfield} your last interview was the first full diary in the North East. Lovely job, the client listened in!',
      'HEART',
    ),
    line(12, 'Mohammed Iqbal', 'Q22 is looping for two-car households again, anyone else?'),
    line(9, 'Grace Adeyemi', 'Yes just had it, went back one page and it carried on'),
  ],
  'Leeds floor': [
    line(47, 'Priya Nair', 'Breaks as usual: odd desks at half past, even desks at quarter to.'),
    line(44, 'Joe Sutcliffe', '👍'),
    line(29, 'Sian Barraclough', 'Leftover birthday cake next to the printer, be quick', 'HEART'),
    line(14, 'Kasia Nowak', '@{Jamie Whitfield} are you still OK to swap Thursday with me?'),
  ],
  'Wave 3 — quota cells': [
    line(
      80,
      'Ben Castellano',
      'New cell definitions are in: age bands merged for Wales, tenure added for Scotland.',
    ),
    line(64, 'Priya Nair', 'Thanks Ben. Will interviewers see a difference?'),
    line(
      37,
      'Ben Castellano',
      '@{Priya Nair} only at the screener, one extra question. Can you check the wording before it goes live?',
    ),
    line(
      35,
      'Stephen Booth',
      '@{Jamie Whitfield} could you run two dummy interviews on the new screener at the start of your next shift?',
    ),
  ],
  'Headset crackles': [
    line(70, 'Jamie Whitfield', 'Direct USB did not help this time, it crackles as soon as I speak.'),
    line(
      48,
      'Kerry Blackwood',
      '@{Jamie Whitfield} thanks for testing. A replacement is on its way to Leeds reception, collect it any time.',
    ),
  ],
  'Holiday cover': [
    line(95, 'Stephen Booth', 'Two lates left to fill: Tuesday and Friday.'),
    line(62, 'Grace Adeyemi', 'I can do Tuesday'),
    line(60, 'Stephen Booth', 'Thank you Grace, booked.', 'THANKS'),
    line(
      21,
      'Stephen Booth',
      '@{Jamie Whitfield} @{Daniel Okafor} would either of you take the Friday late? Time and a quarter.',
    ),
  ],
  Supervisors: [
    line(75, 'Marcus Oyelaran', 'Headcount for the next shift please, by site.'),
    line(73, 'Callum Reid', 'Glasgow: 14 booked, one off sick.'),
    line(71, 'Megan Pritchard', 'Cardiff: 11, all in.'),
    line(
      31,
      'Marcus Oyelaran',
      '@{Priya Nair} just Leeds missing. And can you send me the strike rates for the board pack?',
    ),
  ],
  'Bright Staffing and Northgate': [
    line(85, 'Priya Nair', 'The two who started on Monday are doing really well, thank you.'),
    line(83, 'Gemma Stacey', 'Lovely to hear, I will pass it on!', 'HEART'),
    line(
      39,
      'Stephen Booth',
      '@{Gemma Stacey} could you offer three more for evenings in December? Leeds, CATI experience if possible.',
    ),
  ],
  'Gemma Stacey and Stephen Booth': [
    line(66, 'Gemma Stacey', 'Timesheets are with you, four people.'),
    line(
      26,
      'Stephen Booth',
      'Got them, one query on Saturday: planner says five hours, the sheet says six. Can you check?',
    ),
  ],
  'Tom Hargreaves and Kerry Blackwood': [
    line(90, 'Tom Hargreaves', 'Certificate on the survey tool renews tonight, no downtime expected.'),
    line(
      43,
      'Kerry Blackwood',
      'Thanks. Three password resets from Belfast this morning, all after the update. Worth a look?',
    ),
  ],
}

/** The ending of the conversation of that title, oldest first. */
export function endingOf(title: string): readonly EndingLine[] {
  return Object.entries(ENDINGS).find(([beginning]) => title.startsWith(beginning))?.[1] ?? []
}
