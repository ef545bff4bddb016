import type { ReactNode } from 'react'
import { initialsOf } from '#shared/domain/initials.ts'
import { colourOf } from './identity.ts'
import styles from './UserAvatar.module.css'

export interface UserAvatarProps {
  /** Whose it is: initials and colour follow from it. */
  name: string
  /** Width and height in pixels. */
  size?: number
  /** Rooms are square, people round. */
  shape?: 'round' | 'square'
  /** Shown instead of the initials. */
  icon?: ReactNode
  /** Address of the person's picture, shown instead of the initials; null without one. */
  picture?: string | null
  /** Draws the presence dot; absent where presence means nothing. */
  online?: boolean | undefined
}

/** A person's or a room's avatar. Decorative: the name always stands beside it. */
export function UserAvatar({ name, size = 32, shape = 'round', icon, picture, online }: UserAvatarProps) {
  return (
    <span className={styles.avatar} style={{ width: size, height: size }} aria-hidden="true">
      <span
        className={styles.face}
        data-shape={shape}
        data-colour={colourOf(name)}
        style={{ fontSize: Math.round(size * (size < 28 ? 0.42 : 0.38)) }}
      >
        {picture ? <img className={styles.picture} src={picture} alt="" /> : (icon ?? initialsOf(name))}
      </span>
      {online === undefined ? null : <span className={styles.dot} data-online={online} />}
    </span>
  )
}
