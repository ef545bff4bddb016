import { type ChatAddress, chatSource } from '../contract/chat-address.ts'

/** A message and the conversation it is in. */
export interface MessagePlace extends ChatAddress {
  readonly messageID: number
}

/** The chat's page under the standard labels; it also leads to the page under other labels (spec 1 §2.1). */
export const CHAT_PATH = '/connect-plus/chat'
/**
 * The chat has no routes of its own (spec 2 §2): a link to a message is the chat's page with this parameter.
 */
export const MESSAGE_PARAMETER = 'message'

const PLACE = /^(?<source>[A-Z_]{1,20}):(?<sourceID>[1-9]\d{0,14}):(?<messageID>[1-9]\d{0,14})$/

/** The value of the parameter: 'MANUAL:9:1204'. */
export const placeText = ({ source, sourceID, messageID }: MessagePlace): string =>
  `${source}:${sourceID}:${messageID}`

/** The message that a parameter's value names; null for whatever else it says. */
export function readPlace(value: string): MessagePlace | null {
  const { source, sourceID, messageID } = PLACE.exec(value)?.groups ?? {}
  const known = chatSource.safeParse(source)
  return known.success
    ? { source: known.data, sourceID: Number(sourceID), messageID: Number(messageID) }
    : null
}

/** The link to a message. @param origin of the server, such as `https://fieldwork.example` */
export const permalink = (origin: string, place: MessagePlace): string =>
  `${origin}${CHAT_PATH}?${MESSAGE_PARAMETER}=${placeText(place)}`

const REST = new RegExp(`^${CHAT_PATH}\\?${MESSAGE_PARAMETER}=(?<place>[^&#]{1,80})$`)

/** The message that a link names; null for links to elsewhere, also on the same server. */
export function readPermalink(origin: string, href: string): MessagePlace | null {
  if (!href.startsWith(`${origin}/`)) return null
  const place = REST.exec(href.slice(origin.length))?.groups?.place
  return place === undefined ? null : readPlace(place.replaceAll('%3A', ':'))
}
