/** A picture that a letter carries with it, so that nothing is fetched. */
export interface MailPicture {
  readonly cid: string
  readonly contentType: string
  readonly content: Uint8Array
}

/** A mail as it is handed over. */
export interface OutgoingMail {
  readonly messageID: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The company's name, as whose it comes. */
  readonly companyName: string
  /** What `html` shows by `cid:` and its name. */
  readonly picture?: MailPicture | null
}

/** A mail that wasn't taken. The message is what the server answered, or why there is no answer. */
export class MailError extends Error {
  /** The mail itself is refused for good (5xx): trying again would be no use. */
  readonly isRefused: boolean
  /** Not this mail but its way is at fault, so that others would fail as well. */
  readonly isWayBlocked: boolean

  constructor(message: string, fault: 'refused' | 'blocked' | 'later') {
    super(message)
    this.name = 'MailError'
    this.isRefused = fault === 'refused'
    this.isWayBlocked = fault === 'blocked'
  }
}

/** A way out for mails, as the settings of this moment have it. */
export interface MailRoute {
  /** Who they come from, for the log. */
  readonly from: string
  /** Whether handing over takes no time, so that whoever posts a mail can wait for it. */
  readonly isAtOnce: boolean
  readonly perMinute: number
  /** Hands one over; gives the server's answer. @throws MailError */
  send(mail: OutgoingMail): Promise<string>
  close(): void
}

/** The way out now; null where mail isn't set up. */
export type OpenRoute = () => Promise<MailRoute | null>

/** Shows a mail instead of sending it. If it throws, the mail is tried again later. */
export type Deliver = (mail: Pick<OutgoingMail, 'to' | 'subject' | 'text'>) => Promise<void> | void

/** The way of tests, and of a demo company: what would be sent is shown. */
export const shownRoute = (deliver: Deliver): MailRoute => ({
  from: '',
  isAtOnce: true,
  perMinute: Number.POSITIVE_INFINITY,
  async send({ to, subject, text }) {
    await deliver({ to, subject, text })
    return 'Shown by the server'
  },
  close: () => {},
})
