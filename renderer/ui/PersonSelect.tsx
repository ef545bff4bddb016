import type { FoundUser } from '#shared/contract/help.ts'
import { roleAndArea } from './identity.ts'
import { PersonAvatar } from './PersonAvatar.tsx'
import { type RemoteOption, RemoteSelect } from './RemoteSelect.tsx'
import { usePeopleAround } from './surroundings.tsx'

interface PersonSelectProps {
  readonly label: string
  readonly value: RemoteOption | null
  readonly onChange: (person: RemoteOption | null) => void
  readonly disabled?: boolean
  readonly stays?: boolean
}

const AVATAR_PX = 28

const optionOf = ({ userID, displayName, role, areaName }: FoundUser): RemoteOption => ({
  id: userID,
  name: displayName,
  note: roleAndArea({ role, areaName }),
  icon: <PersonAvatar userID={userID} name={displayName} size={AVATAR_PX} />,
})

/** Chooses a colleague by a few letters of their name (spec 3 §2, §7). */
export function PersonSelect(props: PersonSelectProps) {
  const people = usePeopleAround()
  const search = async (searchTerm: string, signal: AbortSignal) => {
    const found = await people?.find(searchTerm, signal)
    return (found ?? []).map(optionOf)
  }
  return <RemoteSelect {...props} search={search} />
}
