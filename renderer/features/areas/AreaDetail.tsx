import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type Area, deactivateArea, mergeAreas, moveArea } from '#shared/contract/areas.ts'
import { AREA_KINDS } from '#shared/records/admin/area.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { Problem } from '../../ui/Problem.tsx'
import { AreaForm } from './AreaForm.tsx'
import { AreaPeople } from './AreaPeople.tsx'
import styles from './Areas.module.css'
import { ClosedDays } from './ClosedDays.tsx'
import { PlaceDialog } from './PlaceDialog.tsx'
import { TEXT } from './text.ts'
import { places } from './tree.ts'

interface AreaDetailProps {
  readonly area: Area
  readonly areas: readonly Area[]
  readonly onBack: () => void
  readonly onAddInside: () => void
  readonly onChoose: (id: number) => void
  /** Shows an area as it was answered. */
  readonly changed: (area?: Area) => void
  readonly onTyped: (isChanged: boolean) => void
}

/** One area with all that can be done to it (spec 5 §4.3). */
export function AreaDetail({
  area,
  areas,
  onBack,
  onAddInside,
  onChoose,
  changed,
  onTyped,
}: AreaDetailProps) {
  const { api, notices } = useServices()
  const [asked, setAsked] = useState<'move' | 'merge' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const head = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each area that opens has the focus in turn
  useEffect(() => head.current?.focus(), [area.id])
  const { id, version, name, isActive } = area
  const switchActive = async () => {
    setProblem(null)
    try {
      const now = await api.call(deactivateArea, { id, version, isActive: !isActive }, { quiet: true })
      changed(now)
      notices.show('success', isActive ? TEXT.deactivated(name) : TEXT.activated(name))
    } catch (error) {
      setProblem(refusalOf(error))
    }
  }
  return (
    <section className={styles.detail} aria-label={name}>
      <header className={styles.detailHead}>
        <Button
          className={styles.back}
          size="xs"
          variant="subtle"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
          onClick={onBack}
        >
          {TEXT.back}
        </Button>
        <h2 ref={head} tabIndex={-1}>
          {name}
        </h2>
        <p className={styles.quiet}>
          {[
            AREA_KINDS[area.kind],
            TEXT.people(area.people),
            TEXT.seats(area.seatsUsed, area.seats),
            isActive ? '' : TEXT.inactive,
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
        <div className={styles.buttons}>
          {isActive ? (
            <>
              <Button size="xs" variant="default" onClick={onAddInside}>
                {TEXT.addInside}
              </Button>
              <Button size="xs" variant="default" onClick={() => setAsked('move')}>
                {TEXT.move}
              </Button>
              <Button size="xs" variant="default" onClick={() => setAsked('merge')}>
                {TEXT.merge}
              </Button>
            </>
          ) : null}
          <Button size="xs" variant="default" onClick={() => void switchActive()}>
            {isActive ? TEXT.deactivate : TEXT.activate}
          </Button>
        </div>
        <Problem>{problem}</Problem>
      </header>
      <AreaForm key={`${id} ${version}`} area={area} parent={null} onSaved={changed} onChanged={onTyped} />
      <section className={styles.part}>
        <h3>{TEXT.peopleTitle}</h3>
        <p className={styles.quiet}>{area.room ? TEXT.room(name) : TEXT.noRoom}</p>
        <AreaPeople key={id} area={area} areas={areas} onMoved={() => changed()} />
      </section>
      <section className={styles.part}>
        <h3>{TEXT.closedTitle}</h3>
        <ClosedDays area={area} onSaved={changed} />
      </section>
      {asked === 'move' ? (
        <PlaceDialog
          title={TEXT.moveTitle(name)}
          label={TEXT.moveUnder}
          action={TEXT.doMove}
          places={places(areas, id)}
          hasTop
          onClose={() => setAsked(null)}
          run={async (parentID) => {
            changed(await api.call(moveArea, { id, version, parentID }, { quiet: true }))
            notices.show('success', TEXT.moved(name))
          }}
        />
      ) : null}
      {asked === 'merge' ? (
        <PlaceDialog
          title={TEXT.mergeTitle(name)}
          text={TEXT.mergeText}
          label={TEXT.mergeInto}
          action={TEXT.doMerge}
          places={places(areas, id)}
          onClose={() => setAsked(null)}
          run={async (into) => {
            if (into === null) return
            const kept = await api.call(mergeAreas, { id, version, into }, { quiet: true })
            changed(kept)
            onChoose(kept.id)
            notices.show('success', TEXT.merged(kept.name))
          }}
        />
      ) : null}
    </section>
  )
}
