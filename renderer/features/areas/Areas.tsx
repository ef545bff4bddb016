import './mantine-styles.ts'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconPlus, IconSitemap } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AreaDetail } from './AreaDetail.tsx'
import { AreaForm } from './AreaForm.tsx'
import styles from './Areas.module.css'
import { AreaTree } from './AreaTree.tsx'
import { TEXT } from './text.ts'
import { treeLines } from './tree.ts'
import { useAreas } from './use-areas.ts'

/** What stands beside the tree: an area, a new one inside another or at the top, or nothing. */
type Shown = { readonly id: number } | { readonly newIn: number | null } | null

/** The tree of areas with one of them beside it; the same on the page and in the dialog (spec 5 §4.3). */
export function Areas({ title }: { readonly title?: string }) {
  const { prompts } = useServices()
  const { areas, error, retry, changed } = useAreas()
  const [shown, setShown] = useState<Shown>(null)
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const [term, setTerm] = useState('')
  const [withInactive, setInactive] = useState(false)
  const isTyped = useRef(false)

  /** Leaves what is beside the tree, unless something was typed there and whoever did wants to keep it. */
  const show = async (next: Shown) => {
    if (isTyped.current) {
      const { leaveTitle, leaveText, leave, stay } = LEAVING
      if (!(await prompts.ask({ title: leaveTitle, text: leaveText, yes: leave, no: stay }))) return
      isTyped.current = false
    }
    setShown(next)
  }
  const onTyped = (isChanged: boolean) => {
    isTyped.current = isChanged
  }
  if (error) return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={retry} />
  if (!areas)
    return (
      <div role="status" aria-label={TEXT.loading} className={styles.bones}>
        {[50, 70, 60, 40].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={22} />
        ))}
      </div>
    )
  const lines = treeLines(areas, { closed, term, withInactive })
  const area = shown && 'id' in shown ? areas.find(({ id }) => id === shown.id) : undefined
  const parent = shown && 'newIn' in shown ? (areas.find(({ id }) => id === shown.newIn) ?? null) : null
  const hasInactive = areas.some(({ isActive }) => !isActive)
  return (
    <div className={styles.areas} data-open={shown !== null || undefined}>
      <div className={styles.left}>
        <div className={styles.bar}>
          {title ? <h1>{title}</h1> : null}
          <TextInput
            className={styles.find}
            size="sm"
            aria-label={TEXT.filter}
            placeholder={TEXT.filter}
            value={term}
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
          {hasInactive ? (
            <Checkbox
              label={TEXT.showInactive}
              checked={withInactive}
              onChange={(event) => setInactive(event.currentTarget.checked)}
            />
          ) : null}
          <Button
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => void show({ newIn: null })}
          >
            {TEXT.add}
          </Button>
        </div>
        {areas.length === 0 ? (
          <EmptyState icon={<IconSitemap size={26} />} title={TEXT.none} />
        ) : lines.length === 0 ? (
          <EmptyState icon={<IconSitemap size={26} />} title={TEXT.noMatch} />
        ) : (
          <AreaTree
            lines={lines}
            chosen={area?.id ?? null}
            onChoose={(id) => void show({ id })}
            onToggle={(id, isOpen) =>
              setClosed((before) => {
                const next = new Set(before)
                if (isOpen) next.delete(id)
                else next.add(id)
                return next
              })
            }
          />
        )}
      </div>
      <div className={styles.right}>
        {area ? (
          <AreaDetail
            area={area}
            areas={areas}
            changed={changed}
            onTyped={onTyped}
            onBack={() => void show(null)}
            onAddInside={() => void show({ newIn: area.id })}
            onChoose={(id) => setShown({ id })}
          />
        ) : shown && 'newIn' in shown ? (
          <section className={styles.detail} aria-label={TEXT.newTitle}>
            <header className={styles.detailHead}>
              <h2>{TEXT.newTitle}</h2>
              <div className={styles.buttons}>
                <Button size="xs" variant="default" onClick={() => void show(null)}>
                  {TEXT.cancel}
                </Button>
              </div>
            </header>
            <AreaForm
              key={String(shown.newIn)}
              area={null}
              parent={parent}
              onChanged={onTyped}
              onSaved={(made) => {
                isTyped.current = false
                changed(made)
                setShown({ id: made.id })
              }}
            />
          </section>
        ) : (
          <p className={styles.choose}>{TEXT.choose}</p>
        )}
      </div>
    </div>
  )
}

const LEAVING = {
  leaveTitle: 'Discard what you typed?',
  leaveText: 'The area isn’t saved yet.',
  leave: 'Discard',
  stay: 'Go on',
} as const
