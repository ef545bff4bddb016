import type { CallGestures } from '../../services/calls/media/call-gestures.ts'
import type { CallMedia } from '../../services/calls/media/call-media.ts'
import type { Timers } from '../../ui/timers.ts'
import { CALL_ROOM_TEXT as TEXT } from './call-text.ts'

/** Something is said at most this often, in milliseconds: in a lively talk a screen reader would say nothing else. */
export const ANNOUNCE_MS = 4000

interface AnnouncerParts {
  readonly media: Pick<CallMedia, 'store'>
  readonly gestures: Pick<CallGestures, 'store'>
  readonly timers: Timers
  readonly say: (words: string) => void
}

/**
 * Tells who listens to the page what others see: who is speaking, whose hand went up, who reacts. Of each kind the
 * newest is told, all of them in one sentence a time. Returns what ends it.
 */
export function announceCall({ media, gestures, timers, say }: AnnouncerParts): () => void {
  const waiting = new Map<'speaker' | 'hand' | 'reaction' | 'screen', string>()
  let speaker = ''
  let isResting = false
  let endRest = () => {}
  const tell = () => {
    if (isResting || waiting.size === 0) return
    say([...waiting.values()].join(' '))
    waiting.clear()
    isResting = true
    endRest = timers.after(ANNOUNCE_MS, () => {
      isResting = false
      tell()
    })
  }
  const nameOf = (seat: string) => media.store.getState().people.find((one) => one.seat === seat)?.name
  const ends = [
    media.store.subscribe(({ people }, before) => {
      if (people === before.people) return
      const speaking = people.filter(({ isSpeaking }) => isSpeaking).map(({ name }) => name)
      // The same one again after a breath is nothing new.
      const [name] = speaking
      if (name !== undefined && !speaking.includes(speaker)) {
        speaker = name
        waiting.set('speaker', TEXT.isSpeaking(name))
      }
      const shows = people.find(({ screen }) => screen !== null)
      const showed = before.people.find(({ screen }) => screen !== null)
      if (shows && shows.seat !== showed?.seat) waiting.set('screen', TEXT.sharesScreen(shows.name))
      tell()
    }),
    gestures.store.subscribe(({ hands, reactions }, before) => {
      const raised = hands.findLast(
        ({ seat, isOwn }) => !isOwn && !before.hands.some((one) => one.seat === seat),
      )
      if (raised) waiting.set('hand', TEXT.raisedHand(raised.name))
      for (const [seat, reaction] of reactions) {
        const name = nameOf(seat)
        if (name !== undefined && before.reactions.get(seat) !== reaction)
          waiting.set('reaction', TEXT.reacts(name, reaction))
      }
      tell()
    }),
    () => endRest(),
  ]
  return () => {
    for (const end of ends) end()
  }
}
