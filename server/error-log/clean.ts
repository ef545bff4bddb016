import { ERROR_MESSAGE_MAX, ERROR_PLACE_MAX, ERROR_STACK_MAX, framesOf } from '#shared/domain/errors.ts'
import { withoutPersonalText } from '#shared/domain/redaction.ts'

/** Lines of a stack that are kept. */
const FRAMES_KEPT = 20

/**
 * What of an error may be kept: nothing that came with the request it is of, no secret, nothing that people
 * wrote or are called.
 * @param sent texts of the request, the longest first
 * @param names what the people are called who may stand in it
 */
export function cleaned(text: string, sent: readonly string[] = [], names: readonly string[] = []): string {
  const unsent = sent.reduce((rest, one) => rest.replaceAll(one, '[sent]'), text)
  return withoutPersonalText(unsent, names)
}

/** A message of one line. */
export function cleanMessage(text: string, sent?: readonly string[], names?: readonly string[]): string {
  const line = cleaned(text.slice(0, 4 * ERROR_MESSAGE_MAX), sent, names)
    .replace(/\s+/g, ' ')
    .trim()
  return line.slice(0, ERROR_MESSAGE_MAX)
}

export function cleanPlace(text: string): string {
  return cleaned(text).slice(0, ERROR_PLACE_MAX)
}

/** A stack's places in code, without the message and without where on this machine they are. */
export function cleanStack(stack: string, sent?: readonly string[], names?: readonly string[]): string {
  return framesOf(stack)
    .slice(0, FRAMES_KEPT)
    .map((line) =>
      cleaned(
        line.replace(/(?:file:\/\/)?\/[^\s():]*\/(?=(?:server|shared|node_modules)\/)/g, ''),
        sent,
        names,
      ),
    )
    .join('\n')
    .slice(0, ERROR_STACK_MAX)
}
