import { IconBrandWhatsapp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { initialsOf } from '#shared/domain/initials.ts'
import { PRESENCE_LOOKS, type Presence } from '#shared/domain/presence.ts'
import { colourOf } from './identity.ts'
import styles from './UserAvatar.module.css'

/** Largest avatar in pixels (spec 1 §9). */
export const AVATAR_MAX_PX = 40

/** Names of people who write through WhatsApp begin so (spec 1 §4.8). */
const WHATSAPP = 'Whatsapp: '

export interface UserAvatarProps {
  /** Whose it is: initials and colour follow from it. */
  name: string
  /** Width and height in pixels; 40 at most. */
  size?: number
  /** Rooms are square, people round. */
  shape?: 'round' | 'square'
  /** Shown instead of the initials. */
  icon?: ReactNode
  /** Address of the person's picture, shown instead of the initials; null without one. */
  picture?: string | null
  /** Told that the picture could not be shown. */
  onPictureError?: ((picture: string) => void) | undefined
  /** Draws the presence dot; absent where presence means nothing, null for who isn't there. */
  presence?: Presence | null | undefined
}

/** A person's or a room's avatar. Decorative: the name always stands beside it. */
export function UserAvatar({ name, size = 32, shape = 'round', presence, ...face }: UserAvatarProps) {
  const side = Math.min(size, AVATAR_MAX_PX)
  return (
    <span className={styles.avatar} style={{ width: side, height: side }} aria-hidden="true">
      <span
        className={styles.face}
        data-shape={shape}
        data-colour={colourOf(name)}
        data-whatsapp={name.startsWith(WHATSAPP)}
        style={{ fontSize: `max(var(--type-floor), ${Math.round(side * 0.38)}px)` }}
      >
        <Face name={name} side={side} {...face} />
      </span>
      {presence === undefined ? null : (
        <span
          className={styles.dot}
          data-tone={presence === null ? 'gone' : PRESENCE_LOOKS[presence].tone}
          data-presence={presence ?? undefined}
        />
      )}
    </span>
  )
}

type FaceProps = Pick<UserAvatarProps, 'name' | 'icon' | 'picture' | 'onPictureError'> & { side: number }

function Face({ name, icon, picture, onPictureError, side }: FaceProps) {
  if (name.startsWith(WHATSAPP)) return <IconBrandWhatsapp size={Math.round(side * 0.6)} stroke={1.7} />
  if (picture) {
    return <img className={styles.picture} src={picture} alt="" onError={() => onPictureError?.(picture)} />
  }
  return icon ?? initialsOf(name)
}
