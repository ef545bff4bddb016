import * as z from 'zod/mini'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { privacyPolicy } from '#shared/contract/public-pages.ts'
import { PRIVACY_NAMES } from '#shared/domain/privacy.ts'
import type { Database } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'

type PrivacyDocument = ResponseOf<typeof privacyPolicy>
export type PrivacyKind = keyof typeof PRIVACY_NAMES

/**
 * Settings with a deployment's own documents, as the calls answer them (JSON); without them the ones below
 * are used.
 */
const SETTINGS: Readonly<Record<PrivacyKind, string>> = { pp: 'privacyPolicy', pn: 'privacyNotice' }

const DEFAULTS: Readonly<Record<PrivacyKind, PrivacyDocument>> = {
  pp: {
    title: PRIVACY_NAMES.pp,
    lastUpdated: '2026-03-02T09:00:00.000Z',
    sections: [
      {
        heading: 'Who we are',
        text: 'Northgate Research carries out surveys and interviews by telephone, online and face to face. We decide how and why the personal data described here is used, and can be reached at privacy@northgate.example.',
      },
      {
        heading: 'What we collect',
        text: 'From respondents: answers, the contact details that the interview needs, and call recordings for quality checks. From customers: names, work contact details and what is said about their orders. From people who work for us: what employing and paying them takes.',
      },
      {
        heading: 'What we use it for',
        text: 'To carry out research, to check its quality, to run our business and to meet legal duties. Answers are reported in totals: nobody is named in results unless they have agreed to it.',
      },
      {
        heading: 'How long we keep it',
        text: 'Contact details of respondents go within 12 months of the end of a study. Recordings go after 6 months. Records of employment and accounts stay for as long as the law asks.',
      },
      {
        heading: 'Whom we share it with',
        text: 'With suppliers who work on our instructions, such as our telephone provider, and with authorities where the law obliges us. We do not sell personal data.',
      },
      {
        heading: 'Your rights',
        text: 'You can ask to see what we hold about you, to have it put right, deleted or moved, and you can object to its use or withdraw consent at any time. If we do not settle it, you can complain to the Information Commissioner.',
      },
    ],
  },
  pn: {
    title: PRIVACY_NAMES.pn,
    lastUpdated: '2026-03-02T09:00:00.000Z',
    sections: [
      {
        heading: 'About this notice',
        text: 'This notice is for people who work for Northgate Research or apply to: employees, agency staff and contractors. It says what Fieldwork records about you and why.',
      },
      {
        heading: 'While you work',
        text: 'Fieldwork records when you sign in and out, your activities, shifts and calls made through the dialler, so that you are paid rightly, shifts can be planned and quality assured. Supervisors see what concerns their team.',
      },
      {
        heading: 'Your device',
        text: 'The desktop client reads the state of the machine and its connection: free memory, processor load, network quality, security updates, and whether an unknown VPN or proxy is in use. It does not read your files.',
      },
      {
        heading: 'Messages',
        text: 'Messages and files in team chat are kept with the work they are about. They are read when somebody reports a message, and where the law asks for it.',
      },
      {
        heading: 'How long it is kept, and your rights',
        text: 'Activity records stay for 24 months, chat for as long as the project it belongs to. You can see your records with your supervisor or HR, and have what is wrong put right. Ask privacy@northgate.example.',
      },
    ],
  },
}

/** The present privacy document. @throws where the deployment's own can't be read. */
export async function readPrivacyDocument(db: Database, kind: PrivacyKind): Promise<PrivacyDocument> {
  const own = await readSetting(db, SETTINGS[kind])
  return own === null ? DEFAULTS[kind] : z.parse(privacyPolicy.response, JSON.parse(own))
}
