import { ActionIcon } from '@mantine/core'
import {
  IconAlertTriangle,
  IconHandStop,
  IconMicrophone,
  IconMicrophoneOff,
  IconPin,
  IconPinnedOff,
} from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { CallBars } from '#shared/domain/call-quality.ts'
import type { CallPerson } from '../../services/calls/media/call-media.ts'
import { useSession } from '../../services/context.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import styles from './CallRoom.module.css'
import { QUALITY_TEXT, REACTION_SIGNS, CALL_ROOM_TEXT as TEXT } from './call-text.ts'
import { Picture } from './Picture.tsx'
import { useSpeaker } from './SmallCall.tsx'
import { type CallView, columnsOf, largeOf, layersOf } from './stage-rule.ts'
import type { RoomCall } from './use-call-media.ts'

interface CallTilesProps {
  readonly call: RoomCall
  readonly view: CallView
  /** The small window is shown in their place. */
  readonly isSmall: boolean
}

/** A tile for each person in the call, the own one last; one of them may be large, above the others. */
export function CallTiles({ call, view, isSmall }: CallTilesProps) {
  const { media } = call
  const people = useStore(media.store, (state) => state.people)
  const place = useStore(media.store, (state) => state.place)
  const speaker = useSpeaker(people)
  const [pinned, setPinned] = useState<string | null>(null)
  const hasScreen = people.some(({ screen }) => screen !== null)
  const large = largeOf(people, { view, pinned, speaker, hasScreen })
  useEffect(
    () => media.want(layersOf(people, { isSmall, speaker, large, hasScreen })),
    [media, people, isSmall, speaker, large, hasScreen],
  )
  const layout = hasScreen ? 'strip' : large === null ? 'grid' : 'large'
  return (
    <>
      <ul
        className={styles.tiles}
        aria-label={TEXT.people}
        data-layout={layout}
        style={{ '--columns': columnsOf(people.length + 1) } as CSSProperties}
      >
        {people.map((person) => (
          <li key={person.seat} data-large={person.seat === large}>
            <PersonTile
              call={call}
              person={person}
              isPinned={person.seat === pinned}
              onPin={() => setPinned(person.seat === pinned ? null : person.seat)}
            />
          </li>
        ))}
        <li>
          <OwnTile call={call} />
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

interface PersonTileProps {
  readonly call: RoomCall
  readonly person: CallPerson
  readonly isPinned: boolean
  readonly onPin: () => void
}

function PersonTile({ call: { gestures, meter }, person, isPinned, onPin }: PersonTileProps) {
  const { seat, userID, name, microphone, camera, isSpeaking, isUnheard, link } = person
  const isHost = useStore(gestures.store, (state) => state.isHost)
  const hosts = useStore(gestures.store, (state) => state.hosts.has(seat))
  const bars = useStore(meter.store, (state) => state.grades.get(seat)?.bars ?? null)
  const isHeard = microphone === 'ON' && !isUnheard && (link === 'DIRECT' || link === 'RELAYED')
  const button = { size: 26, radius: 'xl', variant: 'default' } as const
  return (
    <Tile
      {...{ seat, gestures, isSpeaking, name }}
      picture={
        camera ? (
          <Picture stream={camera} label={TEXT.videoOf(name)} />
        ) : (
          <PersonAvatar userID={userID ?? 0} name={name} size={52} />
        )
      }
      icon={
        isHeard ? <IconMicrophone /> : microphone === 'ON' ? <IconAlertTriangle /> : <IconMicrophoneOff />
      }
      bars={bars}
      state={hosts ? `${TEXT.host} · ${TEXT.state(person)}` : TEXT.state(person)}
      actions={
        <>
          {isHost && microphone === 'ON' ? (
            <ActionIcon
              {...button}
              aria-label={TEXT.askMute(name)}
              title={TEXT.askMute(name)}
              onClick={() => void gestures.ask({ kind: 'MUTE', seat })}
            >
              <IconMicrophoneOff size={15} stroke={1.7} />
            </ActionIcon>
          ) : null}
          <ActionIcon
            {...button}
            aria-label={isPinned ? TEXT.unpin(name) : TEXT.pin(name)}
            title={isPinned ? TEXT.unpin(name) : TEXT.pin(name)}
            aria-pressed={isPinned}
            onClick={onPin}
          >
            {isPinned ? <IconPinnedOff size={15} stroke={1.7} /> : <IconPin size={15} stroke={1.7} />}
          </ActionIcon>
        </>
      }
    />
  )
}

function OwnTile({ call: { media, gestures } }: { call: RoomCall }) {
  const user = useSession((state) => state.user)
  const isMuted = useStore(media.store, (state) => state.isMuted && !state.isTalking)
  const isSpeaking = useStore(media.store, (state) => state.isSpeaking)
  const microphone = useStore(media.own.store, (state) => state.microphone)
  const camera = useStore(media.own.store, (state) => state.camera)
  const isHeard = !isMuted && microphone === 'ON'
  return (
    <Tile
      isOwn
      seat={media.seat}
      gestures={gestures}
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

interface TileProps extends Pick<RoomCall, 'gestures'> {
  readonly seat: string
  readonly isOwn?: boolean
  readonly isSpeaking: boolean
  readonly picture: ReactNode
  readonly icon: ReactNode
  readonly name: string
  readonly state: string
  /** How good the way to them is; null for no way, or oneself. */
  readonly bars?: CallBars | null
  readonly actions?: ReactNode
}

function Tile({ seat, gestures, isOwn = false, isSpeaking, picture, icon, name, state, ...more }: TileProps) {
  const { bars = null, actions } = more
  const reaction = useStore(gestures.store, (all) => all.reactions.get(seat))
  const place = useStore(gestures.store, (all) => all.hands.findIndex((hand) => hand.seat === seat) + 1)
  return (
    <div className={styles.tile} data-speaking={isSpeaking} data-own={isOwn}>
      <div className={styles.picture}>{picture}</div>
      {reaction ? (
        <span className={styles.reaction} role="img" aria-label={REACTION_SIGNS[reaction][1]}>
          {REACTION_SIGNS[reaction][0]}
        </span>
      ) : null}
      {place > 0 ? (
        <span className={styles.hand}>
          <IconHandStop size={15} stroke={1.9} aria-hidden="true" />
          <span className="visually-hidden">{TEXT.handUp}</span>
          {place}
        </span>
      ) : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
      <div className={styles.foot}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        <span className={styles.name}>{name}</span>
        {bars === null ? null : <Bars bars={bars} />}
        {isSpeaking ? <span className="visually-hidden">{TEXT.speaking}</span> : null}
        {state === '' ? null : <span className={styles.state}>{state}</span>}
      </div>
    </div>
  )
}

function Bars({ bars }: { bars: CallBars }) {
  return (
    <span
      className={styles.bars}
      role="img"
      aria-label={QUALITY_TEXT.bars(bars)}
      title={QUALITY_TEXT.bars(bars)}
    >
      {([1, 2, 3, 4] as const).map((bar) => (
        <i key={bar} data-on={bar <= bars} data-bad={bars <= 2} />
      ))}
    </span>
  )
}

function OwnPicture({ media }: Pick<RoomCall, 'media'>) {
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
