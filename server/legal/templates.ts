import type { LegalKind } from '#shared/domain/legal.ts'
import { PRIVACY_NAMES } from '#shared/domain/privacy.ts'

interface Template {
  readonly title: string
  readonly sections: readonly { readonly heading: string; readonly text: string }[]
}

/** When the texts that come with the product were written. */
export const TEMPLATES_OF = '2026-03-02T09:00:00.000Z'

/**
 * The texts that an installation begins with (spec 5 §5.7): drafts, with the company's name in the place of
 * {company} and its contact for data protection in that of {contact}.
 */
export const TEMPLATES: Readonly<Record<LegalKind, Template>> = {
  AGREEMENT: {
    title: 'End-user agreement of {company}',
    sections: [
      {
        heading: '1. What this agreement covers',
        text: '{company} provides Fieldwork to the people who work for it: employees, agency staff and contractors. By signing in you accept this agreement. It comes on top of your contract and the staff handbook; where they differ, your contract holds.',
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
        text: 'We may suspend an account that is used against this agreement, and deal with it under the disciplinary procedure. The agreement ends when you stop working for us; confidentiality does not. Questions about it are answered by your supervisor, HR, or the data protection officer at {contact}.',
      },
    ],
  },
  POLICY: {
    title: PRIVACY_NAMES.pp,
    sections: [
      {
        heading: 'Who we are',
        text: '{company} carries out surveys and interviews by telephone, online and face to face. We decide how and why the personal data described here is used, and can be reached at {contact}.',
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
  NOTICE: {
    title: PRIVACY_NAMES.pn,
    sections: [
      {
        heading: 'About this notice',
        text: 'This notice is for people who work for {company} or apply to: employees, agency staff and contractors. It says what Fieldwork records about you and why.',
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
        text: 'Activity records stay for 24 months, chat for as long as the project it belongs to. You can see your records with your supervisor or HR, and have what is wrong put right. Ask {contact}.',
      },
    ],
  },
}
