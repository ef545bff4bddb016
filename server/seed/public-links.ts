import type { LinkPurpose } from '#shared/contract/public-links.ts'
import { hashLinkToken } from '../auth/link-tokens.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from './insert.ts'
import { personCalled } from './people.ts'
import { DAY, HOUR } from './timeline.ts'

interface SampleLink {
  readonly purpose: LinkPurpose
  /** Known to everybody, like the demo company's passwords. */
  readonly token: string
  readonly issuer: string
  readonly subject: (at: (ms: number) => string) => object
  /** One that was used, or is too old, shows what its visitor sees then. */
  readonly state?: 'used' | 'expired'
}

const SURVEY = {
  title: 'How was your interview?',
  intro: 'Five questions about the interview that you took part in. It takes two minutes.',
  questions: [
    {
      id: 'overall',
      text: 'How likely are you to take part again?',
      kind: 'SCALE',
      choices: [],
      isRequired: true,
    },
    {
      id: 'manner',
      text: 'How did you find the interviewer?',
      kind: 'CHOICE',
      choices: ['Very friendly', 'Friendly', 'Neither', 'Unfriendly'],
      isRequired: true,
    },
    {
      id: 'length',
      text: 'How was the length of the interview?',
      kind: 'CHOICE',
      choices: ['Too short', 'About right', 'Too long'],
      isRequired: true,
    },
    {
      id: 'clear',
      text: 'Was it clear what the answers are used for?',
      kind: 'CHOICE',
      choices: ['Yes', 'Partly', 'No'],
      isRequired: false,
    },
    {
      id: 'comment',
      text: 'Is there anything else you would like to tell us?',
      kind: 'TEXT',
      choices: [],
      isRequired: false,
    },
  ],
} as const

/** The meeting that the sample link is about. It has to be there, and its host in it: else nobody can talk by the link. */
export const SAMPLE_MEETING = {
  id: 71,
  subject: 'Wave 4: results and next steps',
  agenda: 'Response by area\nWhat changed since wave 3\nQuestions for wave 5',
  host: 'Emily Cartwright',
  startsIn: 2 * DAY,
  minutes: 45,
} as const

export const onTheHour = (iso: string): string =>
  new Date(Math.floor(Date.parse(iso) / HOUR) * HOUR).toISOString()

/** One link of every purpose, and a survey that was used and one that is too old. */
export const SAMPLE_LINKS: readonly SampleLink[] = [
  {
    purpose: 'WURKSAFE',
    token: 'northgate-sample-safety',
    issuer: 'Dwayne Campbell',
    subject: () => ({
      site: 'Home working North',
      contactName: 'Dwayne Campbell',
      contactPhone: '0113 496 0182',
    }),
  },
  {
    purpose: 'SURVEY',
    token: 'northgate-sample-survey',
    issuer: 'Emily Cartwright',
    subject: () => SURVEY,
  },
  {
    purpose: 'SURVEY',
    token: 'northgate-used-survey',
    issuer: 'Emily Cartwright',
    subject: () => SURVEY,
    state: 'used',
  },
  {
    purpose: 'SURVEY',
    token: 'northgate-expired-survey',
    issuer: 'Emily Cartwright',
    subject: () => SURVEY,
    state: 'expired',
  },
  {
    purpose: 'TICKET',
    token: 'northgate-sample-ticket',
    issuer: 'Kerry Blackwood',
    subject: (at) => ({
      reference: 'T-2041',
      title: 'Voucher has not arrived',
      status: 'Waiting for you',
      customer: 'Margaret Holt',
      messages: [
        {
          from: 'Margaret Holt',
          text: 'Hello, I took part in the travel survey three weeks ago and was promised a £10 voucher. It hasn’t come yet.',
          at: at(-26 * HOUR),
          isOwn: true,
        },
        {
          from: 'Kerry, service desk',
          text: 'Hello Margaret, I’m sorry about that. Could you tell me which mail address you gave the interviewer? I’ll have it sent again today.',
          at: at(-3 * HOUR),
          isOwn: false,
        },
      ],
    }),
  },
  {
    purpose: 'CONTACT_DETAILS',
    token: 'northgate-sample-contacts',
    issuer: 'Laura Finch',
    subject: () => ({
      name: 'Amara Nwosu',
      contacts: [
        { type: 'MOBILE', value: '07700 900342' },
        { type: 'EMAIL', value: 'amara.nwosu@mail.example' },
        { type: 'ADDRESS', value: '14 Brudenell Mount, Leeds LS6 1HT' },
        { type: 'EMERGENCY_CONTACT', value: 'Chidi Nwosu, 07700 900519' },
      ],
    }),
  },
  {
    purpose: 'APPLICATION',
    token: 'northgate-sample-apply',
    issuer: 'Laura Finch',
    subject: () => ({
      title: 'Telephone interviewer, Leeds',
      intro:
        'You ring people about the services that they use, in the evenings and at weekends. We train you, and pay for it. 12 to 30 hours a week.',
    }),
  },
  {
    purpose: 'OFFER',
    token: 'northgate-sample-offer',
    issuer: 'Laura Finch',
    subject: (at) => ({
      ...{ name: 'Ffion Davies', company: 'Northgate Research', contract: 'Casual worker', area: 'Leeds' },
      ...{ startDate: at(14 * DAY).slice(0, 10), rate: 1310 },
    }),
  },
  {
    purpose: 'RESEARCH_EMAIL',
    token: 'northgate-sample-email',
    issuer: 'Olu Bankole',
    subject: () => ({
      name: 'Margaret Holt',
      email: 'margaret.holt@mail.example',
      study: 'National Travel Panel',
    }),
  },
  {
    purpose: 'JOB_ORDER',
    token: 'northgate-sample-order',
    issuer: 'Sophie Lindqvist',
    subject: (at) => ({
      reference: 'JO-318',
      title: 'Customer satisfaction tracker, wave 4',
      customer: 'Pennine Water',
      status: 'In field',
      type: 'Telephone, 15 minutes',
      description:
        '1,200 interviews with household customers in Yorkshire and Lancashire, quotas by age and area. Tables and a summary come in the week after fieldwork.',
      startsAt: at(-9 * DAY),
      dueAt: at(12 * DAY),
      contactName: 'Sophie Lindqvist',
      contactEmail: 'sophie.lindqvist@northgate.example',
      steps: [
        { name: 'Questionnaire agreed', isDone: true },
        { name: 'Pilot of 30 interviews', isDone: true },
        { name: 'Fieldwork', isDone: false },
        { name: 'Data tables', isDone: false },
        { name: 'Summary report', isDone: false },
      ],
    }),
  },
  {
    purpose: 'EXPENSE',
    token: 'northgate-sample-expense',
    issuer: 'Claire Sanderson',
    subject: () => ({
      reference: 'EX-0932',
      claimant: 'Iain Buchanan',
      description: 'Train Glasgow to Leeds, coaching day',
      amount: 8640,
      currency: 'GBP',
    }),
  },
  {
    purpose: 'MEETING',
    token: 'northgate-sample-meeting',
    issuer: SAMPLE_MEETING.host,
    subject: (at) => ({
      meetingID: SAMPLE_MEETING.id,
      subject: SAMPLE_MEETING.subject,
      agenda: SAMPLE_MEETING.agenda,
      host: SAMPLE_MEETING.host,
      startsAt: onTheHour(at(SAMPLE_MEETING.startsIn)),
      minutes: SAMPLE_MEETING.minutes,
    }),
  },
  {
    purpose: 'WIDGET',
    token: 'northgate-sample-widget',
    issuer: 'Ben Castellano',
    subject: () => ({
      appName: 'survey-progress',
      data: [
        { value: 'Pennine Water tracker' },
        { key: 'Aged 18 to 34', value: '212/300' },
        { key: 'Aged 35 to 54', value: '301/400' },
        { key: 'Aged 55 and over', value: '367/500' },
        { key: 'updated', value: 'this morning' },
      ],
    }),
  },
]

/** The demo company's public links. */
export async function seedPublicLinks(trx: Database, now: number): Promise<void> {
  const at = (ms: number) => new Date(now + ms).toISOString()
  const rows = SAMPLE_LINKS.map(({ purpose, token, issuer, subject, state }) => [
    purpose,
    hashLinkToken(token),
    JSON.stringify(subject(at)),
    personCalled(issuer).id,
    now - 2 * DAY,
    state === 'expired' ? now - DAY : now + 90 * DAY,
    state === 'used' ? now - DAY : null,
  ])
  const columns = [
    'purpose',
    'tokenHash',
    'subject',
    'createdBy',
    'createdAt',
    'expiresAt',
    'usedAt',
  ] as const
  await insertRows(trx, 'publicLinks', columns, rows)
}
