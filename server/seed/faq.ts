import type { PermissionName } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from './insert.ts'
import { DAY } from './timeline.ts'

interface Article {
  readonly category: string
  readonly question: string
  readonly answer: string
  /** Whoever holds one of these sees it; everybody where there are none. */
  readonly audience?: readonly PermissionName[]
  readonly isDraft?: boolean
}

const ARTICLES: readonly Article[] = [
  {
    category: 'Sign-in and devices',
    question: 'I forgot my password. What now?',
    answer:
      'Choose ‘Forgot password’ on the sign-in screen and enter your user name. A link comes to your e-mail address and is good for 30 minutes.\n\nA new password signs you out everywhere and ends what you allowed to third party apps.',
  },
  {
    category: 'Sign-in and devices',
    question: 'How do I turn on two-factor sign-in?',
    answer:
      'Open the account menu at the top right and choose ‘Two-factor sign-in’. Scan the code with an authenticator app, enter the six digits it shows, and keep the recovery codes somewhere safe.',
    audience: ['AUTH_USE_2FA', 'AUTH_ALWAYS_2FA'],
  },
  {
    category: 'Sign-in and devices',
    question: 'How do I pair my phone?',
    answer:
      'Open ‘Settings’ in the account menu and choose ‘Mobile app’. Scan the code with the app on your phone. A code is good once, for 10 minutes.',
    audience: ['CAN_USE_MOBILE_APP'],
  },
  {
    category: 'Working from home',
    question: 'The VPN will not connect. What can I try?',
    answer:
      'Check that you are online, then press the shield at the bottom of the side bar and choose ‘Connect’. If it says that no details are stored, raise a ticket of the type ‘VPN and network’.\n\nThe VPN needs the desktop client; a browser cannot start it.',
    audience: ['CAN_USE_VPN'],
  },
  {
    category: 'Working from home',
    question: 'Is my machine good enough for work?',
    answer:
      'Open ‘Hardware testing’ in the account menu and run the tests. Five results are taken, one every five seconds, and you see a grade for each reading. Grade D and better are fit for work.',
  },
  {
    category: 'Working from home',
    question: 'My headset is silent.',
    answer:
      'Open ‘Hardware testing’ and play the test sound. If you hear nothing, choose another loudspeaker there, and look at the mute switch on the cable. Many headsets need to be plugged in before the dialler is started.',
  },
  {
    category: 'Interviewing',
    question: 'What do I do when a respondent becomes distressed?',
    answer:
      'Stop the interview, offer the helpline number of the project and end the call kindly. Then fill in the incident form: search for ‘Incident form’ in the side bar.',
    audience: ['CAN_INTERVIEW'],
  },
  {
    category: 'Interviewing',
    question: 'How do I book lost time after a system issue?',
    answer:
      'Raise a ticket while it happens and start the clock with ‘System issue’ in it. The time counts until you end it; your supervisor sees both.',
    audience: ['CAN_INTERVIEW'],
  },
  {
    category: 'Time and pay',
    question: 'How do I ask for time off?',
    answer:
      'Open ‘My calendar’, choose ‘Request’, and enter the days and the kind. You are told when it is decided, and the calendar shows it as pending until then.',
    audience: ['ITRACKER_CAN_SEE_MY_SCHEDULE'],
  },
  {
    category: 'Time and pay',
    question: 'Where do I see the hours that I have worked?',
    answer:
      'Tracker › My attendance lists the last four weeks, day by day. Breaks, personal time and being away do not count as worked.',
    audience: ['ITRACKER_CAN_SEE_MY_ATTENDANCE'],
  },
  {
    category: 'Chat and tickets',
    question: 'How do I find an old message?',
    answer:
      'Press ‘Search’ in the side bar and type a few words of it, or use the search of a conversation for that one alone.',
    audience: ['GENERAL_CAN_USE_TEAM_CHAT'],
  },
  {
    category: 'Chat and tickets',
    question: 'When is my ticket answered?',
    answer:
      'The ticket shows by when its first answer and its solution are due; the time depends on its priority and runs in working hours. You are told of each answer.',
  },
  {
    category: 'Supervising',
    question: 'How do I help somebody whose page hangs?',
    answer:
      'Rest the pointer on their name and choose ‘Soft reset’. Their windows load anew; what they have typed is kept. It waits while they are in a meeting.',
    audience: ['ISUPERVISOR_CAN_SEE_MODULE'],
  },
  {
    category: 'Supervising',
    question: 'Which tickets may I merge?',
    answer: 'To be agreed with the help desk.',
    audience: ['ISUPERVISOR_CAN_SEE_MODULE'],
    isDraft: true,
  },
]

/** The demo company's questions and answers. */
export async function seedFaq(trx: Database, now: number): Promise<void> {
  await insertRows(
    trx,
    'faqArticles',
    ['question', 'answer', 'category', 'audience', 'place', 'state', 'version', 'updatedAt'],
    ARTICLES.map(({ question, answer, category, audience = [], isDraft = false }, place) => {
      const state = isDraft ? 'DRAFT' : 'PUBLISHED'
      return [question, answer, category, JSON.stringify(audience), place, state, 1, now - 20 * DAY]
    }),
  )
}
