import { IconSparkles } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import { type Presence, presenceOf } from '#shared/domain/presence.ts'
import { avatarPlaceholder } from './avatar-placeholder.ts'
import { type PeopleAround, usePeopleAround } from './surroundings.tsx'
import { UserAvatar, type UserAvatarProps } from './UserAvatar.tsx'

interface PersonAvatarProps extends Pick<UserAvatarProps, 'name' | 'size'> {
  /** Whose picture it is; 0 for nobody, who has initials only (spec 1 §3). */
  userID: number
  /** Their status; null for who isn't there, absent where presence means nothing. */
  status?: Presence | null | undefined
}

/** Somebody's avatar with their picture, once it is there; SAM has a sign of its own and is always online. */
export function PersonAvatar(person: PersonAvatarProps) {
  const people = usePeopleAround()
  return people ? <WithPicture person={person} people={people} /> : drawn(person, null)
}

/** A component of its own, so that each avatar subscribes to its own picture only: every message has one. */
function WithPicture({ person, people }: { person: PersonAvatarProps; people: PeopleAround }) {
  const { userID, name } = person
  const picture = useStore(people.store, ({ lookup, broken }) => {
    const found = lookup.get(userID) ?? null
    return found !== null && broken.has(found) ? avatarPlaceholder(name) : found
  })
  useEffect(() => people.want(userID), [people, userID])
  return drawn(person, picture, people.failed)
}

function drawn(
  { userID, name, size, status }: PersonAvatarProps,
  picture: string | null,
  onPictureError?: UserAvatarProps['onPictureError'],
) {
  return (
    <UserAvatar
      name={name}
      {...(size === undefined ? {} : { size })}
      {...(userID === SYSTEM_USER_ID ? { icon: <IconSparkles size="55%" stroke={1.8} /> } : {})}
      picture={picture}
      onPictureError={onPictureError}
      presence={status === undefined ? undefined : presenceOf(userID, status)}
    />
  )
}
