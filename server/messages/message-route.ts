import type { MessageChannel } from '#shared/domain/quiet-limits.ts'

/** A message as it is handed over. */
export interface OutgoingMessage {
  /** The same at each try, so that a service can tell a doubled one. */
  readonly id: number
  readonly channel: MessageChannel
  /** A number in E.164, or a device's push address. */
  readonly to: string
  readonly text: string
}

/** A message that wasn't taken. The message is what the service answered, or why there is no answer. */
export class MessageError extends Error {
  /** It is refused for good: trying again would be no use. */
  readonly isRefused: boolean

  constructor(message: string, fault: 'refused' | 'later') {
    super(message)
    this.name = 'MessageError'
    this.isRefused = fault === 'refused'
  }
}

/** A way out for messages of one channel, as the settings of this moment have it: what an adaptor gives. */
export interface MessageRoute {
  /** Hands one over; gives the service's answer. @throws MessageError */
  send(message: OutgoingMessage): Promise<string>
}

/** The way out of a channel now; null where it isn't set up. */
export type OpenMessageRoute = (channel: MessageChannel) => Promise<MessageRoute | null>

/** Shows a message instead of sending it. If it throws, the message is tried again later. */
export type ShowMessage = (message: Omit<OutgoingMessage, 'id'>) => Promise<void> | void

/** The way of tests, and of a demo company: what would be sent is shown. */
export const shownMessages = (show: ShowMessage): MessageRoute => ({
  async send({ channel, to, text }) {
    await show({ channel, to, text })
    return 'Shown by the server'
  },
})

/**
 * A phone number in E.164, as services want it; null where it is none. A British one may be written as at home,
 * '07700 900123'.
 */
export function e164(number: string): string | null {
  const digits = number.replaceAll(/[\s()./-]/g, '')
  const whole = digits.startsWith('00') ? `+${digits.slice(2)}` : digits.replace(/^0(?=\d)/, '+44')
  return /^\+[1-9]\d{7,14}$/.test(whole) ? whole : null
}
