import { UnstyledButton } from '@mantine/core'
import { type ComponentProps, type KeyboardEvent, type ReactNode, Suspense, useId, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { allows } from '#shared/domain/permission-rule.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useSession } from '../../services/context.tsx'
import { useShownWithin } from '../../ui/use-shown-within.ts'
import { FORM_TEXT } from './form-text.ts'
import type { PanelTab } from './kind.ts'
import styles from './Records.module.css'

interface PanelTabsProps {
  readonly tabs: readonly PanelTab[]
  readonly record: ListedRow
  readonly onDone: ComponentProps<PanelTab['Body']>['onDone']
  /** What the first tab shows. */
  readonly children: ReactNode
}

const FIRST = 'overview'

/** The parts of a record's panel; which one is open stands in the address as `part` (spec 4 §1.3). */
export function PanelTabs({ tabs, record, onDone, children }: PanelTabsProps) {
  const [params, setParams] = useSearchParams()
  const scope = useId()
  const bar = useRef<HTMLDivElement>(null)
  const permissions = useSession((session) => session.permissions)
  const own = tabs.filter(({ permission }) => permission === undefined || allows(permissions, permission))
  const all = [{ key: FIRST, label: FORM_TEXT.overview }, ...own]
  const current = all.find(({ key }) => key === params.get('part'))?.key ?? FIRST
  useShownWithin(bar, `[data-part="${current}"]`)
  const Body = own.find(({ key }) => key === current)?.Body

  function open(key: string): void {
    setParams((before) => {
      const next = new URLSearchParams(before)
      if (key === FIRST) next.delete('part')
      else next.set('part', key)
      return next
    })
  }
  function onKeyDown(event: KeyboardEvent): void {
    const at = all.findIndex(({ key }) => key === current)
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key]
    const tab = next === undefined ? undefined : all[(next + all.length) % all.length]
    if (!tab || event.altKey) return
    event.preventDefault()
    open(tab.key)
    bar.current?.querySelector<HTMLElement>(`[data-part="${tab.key}"]`)?.focus()
  }
  return (
    <>
      <div
        ref={bar}
        role="tablist"
        aria-label={FORM_TEXT.parts}
        className={styles.parts}
        onKeyDown={onKeyDown}
      >
        {all.map(({ key, label }) => (
          <UnstyledButton
            key={key}
            role="tab"
            id={`${scope}-${key}`}
            data-part={key}
            aria-selected={key === current}
            aria-controls={`${scope}-panel`}
            tabIndex={key === current ? 0 : -1}
            onClick={() => open(key)}
          >
            {label}
          </UnstyledButton>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${scope}-panel`}
        aria-labelledby={`${scope}-${current}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and may hold nothing that takes the focus
        tabIndex={0}
        className={styles.panelBody}
      >
        {Body ? (
          <Suspense>
            <Body record={record} onDone={onDone} />
          </Suspense>
        ) : (
          children
        )}
      </div>
    </>
  )
}
