import { Modal, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { LegalText } from '#shared/contract/tenant.ts'
import { LEGAL_KINDS, type LegalKind } from '#shared/domain/legal.ts'
import { momentText } from '#shared/domain/moment-text.ts'
import styles from './Tenant.module.css'
import { TEXT } from './text.ts'

interface VersionsDialogProps {
  /** Null while nobody looks. */
  readonly kind: LegalKind | null
  /** The newest first. */
  readonly texts: readonly LegalText[]
  readonly onClose: () => void
}

/** The versions of a legal text, and what two of them say otherwise. */
export function VersionsDialog({ kind, texts, onClose }: VersionsDialogProps) {
  return (
    <Modal
      opened={kind !== null}
      onClose={onClose}
      title={kind ? TEXT.versionsTitle(LEGAL_KINDS[kind]) : ''}
      size={720}
    >
      {kind ? <Versions texts={texts} /> : null}
    </Modal>
  )
}

function Versions({ texts }: { readonly texts: readonly LegalText[] }) {
  const [newest] = texts
  const [newerID, setNewer] = useState(newest?.id)
  const [olderID, setOlder] = useState((texts[1] ?? newest)?.id)
  if (!newest) return <p className={styles.small}>{TEXT.noVersions}</p>
  const nameOf = ({ id, state, publishedAt, changedAt, changedBy }: LegalText) => ({
    value: String(id),
    label: TEXT.versionName(
      texts.length - texts.findIndex((one) => one.id === id),
      TEXT.states[state],
      momentText(publishedAt ?? changedAt),
      changedBy,
    ),
  })
  const of = (id: number | undefined) => texts.find((one) => one.id === id) ?? newest
  return (
    <div className={styles.form}>
      <div className={styles.choose}>
        <NativeSelect
          label={TEXT.older}
          data={texts.map(nameOf)}
          value={String(olderID)}
          onChange={(event) => setOlder(Number(event.currentTarget.value))}
        />
        <NativeSelect
          label={TEXT.newer}
          data={texts.map(nameOf)}
          value={String(newerID)}
          onChange={(event) => setNewer(Number(event.currentTarget.value))}
        />
      </div>
      <Comparison older={of(olderID)} newer={of(newerID)} />
    </div>
  )
}

/** Section by section: what went, what came, and what reads otherwise. */
function Comparison({ older, newer }: { readonly older: LegalText; readonly newer: LegalText }) {
  const was = new Map(older.sections.map(({ heading, text }) => [heading, text]))
  const is = new Map(newer.sections.map(({ heading, text }) => [heading, text]))
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (heading) => was.get(heading) !== is.get(heading),
  )
  const isTitled = older.title !== newer.title
  if (changed.length === 0 && !isTitled) return <p className={styles.small}>{TEXT.same}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the keyboard
    <section className={styles.words} aria-label={TEXT.older} tabIndex={0}>
      {isTitled ? (
        <p>
          <del>{older.title}</del> <ins>{newer.title}</ins>
        </p>
      ) : null}
      {changed.map((heading) => (
        <div key={heading}>
          <h4>{heading}</h4>
          {was.has(heading) ? (
            <p>
              <del>{was.get(heading)}</del>
            </p>
          ) : null}
          {is.has(heading) ? (
            <p>
              <ins>{is.get(heading)}</ins>
            </p>
          ) : null}
        </div>
      ))}
    </section>
  )
}
