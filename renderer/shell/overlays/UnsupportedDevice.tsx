import { Button } from '@mantine/core'
import { useStore } from 'zustand'
import { GUARD_TEXT } from '#shared/domain/device-guard.ts'
import { useFetchedPart } from '../../ui/fetched-part.ts'
import { useMadeWhenOpened } from '../../ui/made-when-opened.tsx'
import { OVERLAYS } from '../../ui/overlays.ts'
import { useShell } from '../shell-context.tsx'
import { OVERLAY_TEXT, SHORTCOMING_TEXT } from './text.ts'
import styles from './UnsupportedDevice.module.css'

/** Says once a session that the device is below what is supported, and in what (spec 1 §8, §9). */
export function UnsupportedDevice() {
  const { guard } = useShell()
  const shortcomings = useStore(guard.store, (state) => state.shortcomings)
  const acknowledged = useStore(guard.store, (state) => state.acknowledged)
  const isTold = shortcomings.length > 0 && !acknowledged
  // On a device that is supported, which is every start's case, there is nothing to draw.
  const kit = useFetchedPart(OVERLAYS, isTold)
  const { wanted, opened } = useMadeWhenOpened(isTold && kit !== null)
  if (!wanted || !kit) return null
  return (
    <kit.Modal
      opened={opened}
      onClose={guard.acknowledge}
      title={GUARD_TEXT.unsupported}
      classNames={{ title: styles.title }}
      centered
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <p className={styles.lead}>{OVERLAY_TEXT.unsupportedLead}</p>
      <ul className={styles.list}>
        {shortcomings.map((shortcoming) => (
          <li key={shortcoming}>{SHORTCOMING_TEXT[shortcoming]}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button data-autofocus onClick={guard.acknowledge}>
          {OVERLAY_TEXT.unsupportedGoOn}
        </Button>
      </div>
    </kit.Modal>
  )
}
