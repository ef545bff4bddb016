import { Modal } from '@mantine/core'
import { IconAppWindow, IconAppWindowFilled } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { LOCALE } from '#shared/domain/locale.ts'
import { useServices } from '../../services/context.tsx'
import { USE_DESKTOP_APP } from '../../services/desktop/desktop.ts'
import { useLive } from '../../services/live.tsx'
import { programName, type SeenProgram } from '../../services/machine/active-app.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import styles from './ActiveApp.module.css'
import { ACTIVE_APP_TEXT as TEXT } from './text.ts'

/** 'Active App' (spec 1 §2.7): which program is in front, and which were before. */
export function ActiveAppDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={TEXT.title}
      centered
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      <ActiveApp />
    </Modal>
  )
}

function ActiveApp() {
  const { desktop } = useServices()
  const { activeApp } = useLive()
  const { seen, byActivity, problem } = useStore(activeApp.store)
  useEffect(() => activeApp.look(), [activeApp])
  if (!desktop.available || problem !== null) {
    return (
      <LoadFailure
        icon={<IconAppWindow size={28} stroke={1.6} />}
        title={problem ?? USE_DESKTOP_APP}
        reason={null}
      />
    )
  }
  const [now, ...before] = seen
  return (
    <div className={styles.screen}>
      <p className={styles.lead}>{TEXT.lead}</p>
      <div className={styles.now} role="status">
        <IconAppWindowFilled size={30} aria-hidden="true" />
        {now ? <Program program={now} label={TEXT.now} /> : <span>{TEXT.none}</span>}
      </div>
      {before.length > 0 ? (
        <section aria-label={TEXT.before}>
          <h3>{TEXT.before}</h3>
          <ul>
            {before.map((program) => (
              <li key={`${program.since} ${program.program}`}>
                <Program program={program} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <p className={styles.note}>{byActivity ? TEXT.watched : TEXT.notWatched}</p>
    </div>
  )
}

const timeOf = (at: number) => new Date(at).toLocaleTimeString(LOCALE)

function Program({ program, label }: { program: SeenProgram; label?: string }) {
  return (
    <span className={styles.program}>
      {label ? <small>{label}</small> : null}
      <strong>{programName(program)}</strong>
      <span>
        {program.program} · since {timeOf(program.since)}
      </span>
    </span>
  )
}
