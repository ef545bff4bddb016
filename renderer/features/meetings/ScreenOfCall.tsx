import { Button } from '@mantine/core'
import { IconScreenShareOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { CallMedia } from '../../services/calls/media/call-media.ts'
import { useServices } from '../../services/context.tsx'
import styles from './CallRoom.module.css'
import { CALL_ROOM_TEXT as TEXT } from './call-text.ts'
import { Picture } from './Picture.tsx'
import { createScreenShare, type ScreenShare } from './screen-share.ts'

interface ScreenOfCallProps {
  readonly media: CallMedia
  readonly share: ScreenShare
}

/** The screen that somebody shares with the call: another's, or the person's own with its end. */
export function ScreenOfCall({ media, share }: ScreenOfCallProps) {
  const { stream } = useStore(share.store)
  const shown = useStore(media.store, ({ people }) => people.find(({ screen }) => screen !== null))
  if (stream) {
    return (
      <div className={styles.screen} data-own="true">
        <figure>
          <Picture stream={stream} label={TEXT.ownScreen} />
          <figcaption role="status">{TEXT.sharing}</figcaption>
        </figure>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={
            <IconScreenShareOff className={styles.stop} size={17} stroke={1.7} aria-hidden="true" />
          }
          onClick={share.stop}
        >
          {TEXT.stopSharing}
        </Button>
      </div>
    )
  }
  if (!shown?.screen) return null
  return (
    <div className={styles.screen}>
      <figure>
        <Picture stream={shown.screen} label={TEXT.screenOf(shown.name)} />
        <figcaption>{TEXT.screenOf(shown.name)}</figcaption>
      </figure>
    </div>
  )
}

/** Whether the page can share a screen. */
export const canShare = (): boolean =>
  Boolean(navigator.mediaDevices) && 'getDisplayMedia' in navigator.mediaDevices

/** What the others say comes out of this page, too: it isn't to go back to them with the screen's sound. */
const SCREEN_SOUND: MediaTrackConstraints & { readonly restrictOwnAudio: boolean } = {
  restrictOwnAudio: true,
}

/** The person's share, which ends with the call. */
export function useScreenShare(media: CallMedia): ScreenShare {
  const { desktop, notices } = useServices()
  const [share] = useState(() =>
    createScreenShare({
      desktop,
      getDisplay: () =>
        navigator.mediaDevices.getDisplayMedia({
          video: { frameRate: { ideal: 15, max: 30 } },
          audio: SCREEN_SOUND,
        }),
      send: (stream) => media.share(stream),
      tell: (message) => notices.show('error', message),
    }),
  )
  useEffect(() => share.stop, [share])
  return share
}
