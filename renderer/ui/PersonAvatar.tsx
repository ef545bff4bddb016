import { IconSparkles } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import { type Presence, presenceOf } from '#shared/domain/presence.ts'
import type { AvatarsState } from '../services/avatars.ts'
import { useSignedInIfAny } from '../services/signed-in.tsx'
import { avatarPlaceholder } from './avatar-placeholder.ts'
import { UserAvatar, type UserAvatarProps } from './UserAvatar.tsx'

interface PersonAvatarProps extends Pick<UserAvatarProps, 'name' | 'size'> {
  /** Whose picture it is; 0 for nobody, who has initials only (spec 1 §3). */
  userID: number
  /** Their status; null for who isn't there, absent where presence means nothing. */
  status?: Presence | null | undefined
}

const NOTHING_KNOWN = () =>
  createStore<AvatarsState>(() => ({ lookup: new Map(), own: null, broken: new Set() }))

/** Somebody's avatar with their picture, once it is there; SAM has a sign of its own and is always online. */
export function PersonAvatar({ userID, name, size, status }: PersonAvatarProps) {
  const avatars = useSignedInIfAny()?.avatars
  const [none] = useState(NOTHING_KNOWN)
  const store = avatars?.store ?? none
  const picture = useStore(store, ({ lookup }) => lookup.get(userID) ?? null)
  const broken = useStore(store, (state) => picture !== null && state.broken.has(picture))
  useEffect(() => avatars?.want(userID), [avatars, userID])

  return (
    <UserAvatar
      name={name}
      {...(size === undefined ? {} : { size })}
      {...(userID === SYSTEM_USER_ID ? { icon: <IconSparkles size="55%" stroke={1.8} /> } : {})}
      picture={broken ? avatarPlaceholder(name) : picture}
      onPictureError={avatars?.failed}
      presence={status === undefined ? undefined : presenceOf(userID, status)}
    />
  )
}
