import { Button } from '@mantine/core'
import { IconMessageReport } from '@tabler/icons-react'
import { useStore } from 'zustand'
import { ALERT_TIMER_SECONDS, alertTitle, availableIn } from '#shared/domain/overlays.ts'
import { useServices } from '../../../services/context.tsx'
import { useLive } from '../../../services/live.tsx'
import { useFetchedPart } from '../../../ui/fetched-part.ts'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { OVERLAYS } from '../../../ui/overlays.ts'
import { useCountdown } from '../../../ui/use-countdown.ts'
import styles from './AlertModal.module.css'

const TEXT = { read: 'I have read it', from: (name: string) => `From ${name}` } as const

/** Shows the first of the alerts that wait, and how many they are (spec 1 §2.8). A question goes first. */
export function AlertModal() {
  const { prompts } = useServices()
  const { alerts } = useLive()
  const queued = useStore(alerts.store)
  const asked = useStore(prompts.store, ({ length }) => length > 0)
  const [first] = queued
  const kit = useFetchedPart(OVERLAYS, first !== undefined)
  if (!first || asked || !kit) return null
  return (
    <kit.Modal
      opened
      onClose={() => {}}
      title={alertTitle(queued.length)}
      centered
      size={460}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      classNames={{ title: styles.title }}
    >
      <div className={styles.alert}>
        <span className={styles.icon} aria-hidden="true">
          <IconMessageReport size={22} stroke={1.7} />
        </span>
        <div>
          {first.from === '' ? null : <p className={styles.from}>{TEXT.from(first.from)}</p>}
          <p className={styles.message}>{first.message}</p>
        </div>
      </div>
      {/* Each starts its time anew. */}
      <ReadButton key={first.id} onRead={alerts.acknowledge} />
    </kit.Modal>
  )
}

function ReadButton({ onRead }: { onRead: () => void }) {
  const left = useCountdown(ALERT_TIMER_SECONDS)
  return (
    <FormActions>
      <Button disabled={left > 0} onClick={onRead}>
        {left > 0 ? availableIn(left) : TEXT.read}
      </Button>
    </FormActions>
  )
}
