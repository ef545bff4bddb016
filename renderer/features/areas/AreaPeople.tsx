import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Area, areaPeople, moveAreaPeople } from '#shared/contract/areas.ts'
import { USER_TYPES } from '#shared/domain/user-types.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Areas.module.css'
import { PlaceDialog } from './PlaceDialog.tsx'
import { TEXT } from './text.ts'
import { places } from './tree.ts'

interface AreaPeopleProps {
  readonly area: Area
  readonly areas: readonly Area[]
  readonly onMoved: () => void
}

/** Who belongs to an area; whoever may moves chosen people to another one (spec 5 §4.3). */
export function AreaPeople({ area, areas, onMoved }: AreaPeopleProps) {
  const { api, notices } = useServices()
  const mayMove = useSession(({ permissions }) => permissions.can('CAN_CHANGE_USER_AREA'))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isMoving, setMoving] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['area-people', area.id, area.people],
    queryFn: () => api.call(areaPeople, { id: area.id }, { quiet: true }),
  })
  if (error)
    return <LoadFailure title={TEXT.peopleFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="80%" height={18} />
  const { people } = data
  const picked = people.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const toggle = (id: number) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  if (people.length === 0) return <p className={styles.quiet}>{TEXT.noPeople}</p>
  return (
    <>
      {mayMove ? (
        <div className={styles.peopleBar}>
          <Checkbox
            label={TEXT.selectAll}
            checked={picked.length === people.length}
            indeterminate={picked.length > 0 && picked.length < people.length}
            onChange={() =>
              setChosen(new Set(picked.length === people.length ? [] : people.map(({ id }) => id)))
            }
          />
          <Button size="xs" variant="default" disabled={picked.length === 0} onClick={() => setMoving(true)}>
            {TEXT.movePeople(picked.length)}
          </Button>
        </div>
      ) : null}
      <ul className={styles.people}>
        {people.map(({ id, displayName, userType }) => {
          const type = USER_TYPES[userType as keyof typeof USER_TYPES] ?? userType
          return (
            <li key={id}>
              {mayMove ? (
                <Checkbox label={displayName} checked={chosen.has(id)} onChange={() => toggle(id)} />
              ) : (
                <span>{displayName}</span>
              )}
              <small>{type}</small>
            </li>
          )
        })}
      </ul>
      {isMoving ? (
        <PlaceDialog
          title={TEXT.movePeopleTitle(picked.length)}
          text={TEXT.movePeopleText}
          label={TEXT.mergeInto}
          action={TEXT.doMove}
          places={places(areas, null).filter(({ id }) => id !== area.id)}
          onClose={() => setMoving(false)}
          run={async (into) => {
            if (into === null) return
            await api.call(moveAreaPeople, { people: picked, into }, { quiet: true })
            const { name = '' } = areas.find(({ id }) => id === into) ?? {}
            notices.show('success', TEXT.peopleMoved(picked.length, name))
            setChosen(new Set())
            onMoved()
          }}
        />
      ) : null}
    </>
  )
}
