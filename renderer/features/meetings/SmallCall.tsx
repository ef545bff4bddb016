import { useState } from 'react'
import { useStore } from 'zustand'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import styles from './CallRoom.module.css'
import { CALL_ROOM_TEXT as TEXT } from './call-text.ts'
import { Picture } from './Picture.tsx'
import { speakerOf } from './stage-rule.ts'
import type { RoomCall } from './use-call-media.ts'

/** Who speaks, in a line: while somebody works elsewhere. */
export function SmallCall({ call: { media, gestures } }: { call: RoomCall }) {
  const people = useStore(media.store, (state) => state.people)
  const place = useStore(media.store, (state) => state.place)
  const hands = useStore(gestures.store, (state) => state.hands.length)
  const speaker = useSpeaker(people)
  const person = people.find(({ seat }) => seat === speaker)
  if (!person) return <p className={styles.hint}>{place === 'JOINING' ? TEXT.joining : TEXT.alone}</p>
  const { userID, name, camera, isSpeaking } = person
  return (
    <div className={styles.smallPerson} data-speaking={isSpeaking}>
      {camera ? (
        <Picture stream={camera} label={TEXT.videoOf(name)} />
      ) : (
        <PersonAvatar userID={userID ?? 0} name={name} size={36} />
      )}
      <span>
        <b>{name}</b>
        <small>
          {isSpeaking ? TEXT.speaks : TEXT.state(person)}
          {people.length > 1 ? ` ${TEXT.others(people.length - 1)}` : ''}
          {hands > 0 ? ` ${TEXT.handsUp(hands)}` : ''}
        </small>
      </span>
    </div>
  )
}

/** Who is shown as the speaker among these, from one time to the next. */
export function useSpeaker(people: readonly { readonly seat: string; readonly isSpeaking: boolean }[]) {
  const [speaker, setSpeaker] = useState<string | null>(null)
  const next = speakerOf(speaker, people)
  if (next !== speaker) setSpeaker(next)
  return next
}
