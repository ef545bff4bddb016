import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { SCRATCH_PAD_LIMIT } from '#shared/domain/scratch-pad.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { SavedMark } from '../../ui/SavedMark.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ScratchPad.module.css'
import { createScratchPad } from './scratch-pad-store.ts'
import { SCRATCH_PAD_TEXT } from './text.ts'

/** The text itself, with how far it is saved (spec 1 §2.7). */
export function ScratchPad() {
  const services = useServices()
  const userID = useSession(({ user }) => user?.id ?? 0)
  const [pad] = useState(() => createScratchPad(services, userID))
  const { phase, text, saving, offline, merged, problem } = useStore(pad.store)
  useEffect(() => pad.open(), [pad])
  if (phase === 'loading') {
    return (
      <div className={styles.pad} role="status" aria-label={SCRATCH_PAD_TEXT.loading}>
        <Skeleton width="100%" height={360} />
      </div>
    )
  }
  return (
    <div className={styles.pad}>
      <textarea
        className={styles.text}
        aria-label={SCRATCH_PAD_TEXT.title}
        placeholder={SCRATCH_PAD_TEXT.placeholder}
        maxLength={SCRATCH_PAD_LIMIT}
        value={text}
        data-autofocus
        onChange={(event) => pad.change(event.currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <p className={styles.foot}>
        <SavedMark state={saving} text={SCRATCH_PAD_TEXT} />
        <span role="status">
          {offline ? SCRATCH_PAD_TEXT.offline : merged ? SCRATCH_PAD_TEXT.merged : ''}
        </span>
      </p>
    </div>
  )
}
