import { IconAlertTriangle, IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { CallMedia, CallPerson } from '../../services/calls/media/call-media.ts'
import { useSession } from '../../services/context.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import styles from './CallRoom.module.css'
import { CALL_ROOM_TEXT as TEXT } from './call-text.ts'
import { Picture } from './Picture.tsx'

/** A tile for each person in the call, the own one last. */
export function CallTiles({ media }: { media: CallMedia }) {
  const people = useStore(media.store, (state) => state.people)
  const place = useStore(media.store, (state) => state.place)
  return (
    <>
      <ul className={styles.tiles} aria-label={TEXT.people} data-count={people.length + 1}>
        {people.map((person) => (
          <li key={person.seat}>
            <PersonTile person={person} />
          </li>
        ))}
        <li>
          <OwnTile media={media} />
        </li>
      </ul>
      {people.some(({ link }) => link === 'FAILED') ? <p className={styles.hint}>{TEXT.noWay}</p> : null}
      {people.length === 0 ? (
        <p className={styles.hint} role="status">
          {place === 'JOINING' ? TEXT.joining : TEXT.alone}
        </p>
      ) : null}
    </>
  )
}

function PersonTile({ person }: { person: CallPerson }) {
  const { userID, name, microphone, camera, isSpeaking, isUnheard, link } = person
  const isHeard = microphone === 'ON' && !isUnheard && (link === 'DIRECT' || link === 'RELAYED')
  return (
    <Tile
      isSpeaking={isSpeaking}
      picture={
        camera ? (
          <Picture stream={camera} label={TEXT.videoOf(name)} />
        ) : (
          <PersonAvatar userID={userID} name={name} size={52} />
        )
      }
      icon={
        isHeard ? <IconMicrophone /> : microphone === 'ON' ? <IconAlertTriangle /> : <IconMicrophoneOff />
      }
      name={name}
      state={TEXT.state(person)}
    />
  )
}

function OwnTile({ media }: { media: CallMedia }) {
  const user = useSession((state) => state.user)
  const isMuted = useStore(media.store, (state) => state.isMuted && !state.isTalking)
  const isSpeaking = useStore(media.store, (state) => state.isSpeaking)
  const microphone = useStore(media.own.store, (state) => state.microphone)
  const camera = useStore(media.own.store, (state) => state.camera)
  const isHeard = !isMuted && microphone === 'ON'
  return (
    <Tile
      isOwn
      isSpeaking={isSpeaking && isHeard}
      picture={
        camera === 'ON' ? (
          <OwnPicture media={media} />
        ) : (
          <PersonAvatar userID={user?.id ?? 0} name={user?.displayName ?? TEXT.you} size={52} />
        )
      }
      icon={isHeard ? <IconMicrophone /> : <IconMicrophoneOff />}
      name={TEXT.you}
      state=""
    />
  )
}

interface TileProps {
  readonly isOwn?: boolean
  readonly isSpeaking: boolean
  readonly picture: ReactNode
  readonly icon: ReactNode
  readonly name: string
  readonly state: string
}

function Tile({ isOwn = false, isSpeaking, picture, icon, name, state }: TileProps) {
  return (
    <div className={styles.tile} data-speaking={isSpeaking} data-own={isOwn}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.foot}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        <span className={styles.name}>{name}</span>
        {isSpeaking ? <span className="visually-hidden">{TEXT.speaking}</span> : null}
        {state === '' ? null : <span className={styles.state}>{state}</span>}
      </div>
    </div>
  )
}

function OwnPicture({ media }: { media: CallMedia }) {
  const video = useRef<HTMLVideoElement>(null)
  // Another camera is another track.
  const chosen = useStore(media.own.store, (state) => state.chosen.camera)
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const track = media.ownCamera()
    if (video.current && track) video.current.srcObject = new MediaStream([track])
  }, [media, chosen])
  return <video ref={video} autoPlay muted playsInline data-mirrored="true" aria-label={TEXT.ownVideo} />
}
