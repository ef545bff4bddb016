import * as z from 'zod/mini'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { userAgreement } from '#shared/contract/sign-in.ts'
import type { Database } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'

export type Agreement = ResponseOf<typeof userAgreement>

/**
 * Setting with a deployment's own agreement, as the call answers it (JSON); without it the text below is
 * used.
 */
export const AGREEMENT_SETTING = 'userAgreement'

export const DEFAULT_AGREEMENT: Agreement = {
  title: 'End-user agreement of Northgate Research',
  lastUpdated: '2026-03-02T09:00:00.000Z',
  sections: [
    {
      heading: '1. What this agreement covers',
      text: 'Northgate Research provides Fieldwork to the people who work for it: employees, agency staff and contractors. By signing in you accept this agreement. It comes on top of your contract and the staff handbook; where they differ, your contract holds.',
    },
    {
      heading: '2. Your account',
      text: 'Your account is yours alone. Keep your password, one-time codes, recovery codes and sign-in links to yourself, and do not let anybody work under your name. Lock your screen when you leave it. If you think that somebody else has used your account, tell the service desk at once.',
    },
    {
      heading: '3. What you may use it for',
      text: 'Fieldwork is for your work: interviewing, planning, supervising, and talking with colleagues about it. Occasional private messages are fine while they do not get in the way of work. Do not use it to harass anybody, to break the law, or to get at what you have not been given access to.',
    },
    {
      heading: '4. Respondents and their answers',
      text: 'What respondents tell us is confidential. Look up and record only what the interview needs, never copy contact details or answers out of the tools that hold them, and do not put them in chats, file names or notes. We follow data protection law and the code of conduct of the Market Research Society, and so must you.',
    },
    {
      heading: '5. What we record about your work',
      text: 'To pay you rightly, plan shifts and assure quality we record when you sign in and out, your activities and shifts, calls made through our dialler, and the state of the device and connection that you work with. Supervisors see what concerns their team. The privacy notice says what is kept, for how long, and how you can see it or have it put right.',
    },
    {
      heading: '6. Devices and working from home',
      text: 'Use a device that has its security updates, and our VPN where you are asked to. Work where nobody can overhear an interview or read your screen. Do not install our tools on a device that others use, and hand back or wipe what is ours when you leave.',
    },
    {
      heading: '7. Availability and changes',
      text: 'We do our best to keep Fieldwork running and tell you beforehand about planned work on it, but cannot promise that it never fails. If it does, follow the instructions of your supervisor. We may change the product and this agreement; when the agreement changes you are asked to read and accept it again.',
    },
    {
      heading: '8. If the agreement is broken, and whom to ask',
      text: 'We may suspend an account that is used against this agreement, and deal with it under the disciplinary procedure. The agreement ends when you stop working for us; confidentiality does not. Questions about it are answered by your supervisor, HR, or the data protection officer at privacy@northgate.example.',
    },
  ],
}

/** The present end-user agreement (spec 1 §2.3). @throws where the deployment's own can't be read. */
export async function readAgreement(db: Database): Promise<Agreement> {
  const own = await readSetting(db, AGREEMENT_SETTING)
  return own === null ? DEFAULT_AGREEMENT : z.parse(userAgreement.response, JSON.parse(own))
}
