import { Button } from '@mantine/core'
import { useStore } from 'zustand'
import { GUARD_TEXT } from '#shared/domain/device-guard.ts'
import { unmetToTell } from '../../services/machine/fitness.ts'
import { useFetchedPart } from '../../ui/fetched-part.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { useMadeWhenOpened } from '../../ui/made-when-opened.tsx'
import { OVERLAYS } from '../../ui/overlays.ts'
import { useIsPhone } from '../navigation/use-layout.ts'
import { useShell } from '../shell-context.tsx'
import bannerStyles from './ShellBanner.module.css'
import { needText, OVERLAY_TEXT } from './text.ts'
import styles from './UnsupportedDevice.module.css'

/**
 * Says once a session that the device is below what is supported, and in what (spec 1 §8, §9). On a
 * phone, where the dialog would be all that somebody sees, when they ask for it.
 */
export function UnsupportedDevice() {
  const { guard } = useShell()
  const fitness = useStore(guard.fitness.store)
  const asked = useStore(guard.store, (state) => state.asked)
  const isPhone = useIsPhone()
  const unmet = unmetToTell(fitness)
  const isTold = useIsUntold() && (asked || !isPhone)
  // On a device that is supported, which is every start's case, there is nothing to draw.
  const kit = useFetchedPart(OVERLAYS, isTold)
  const { wanted, opened } = useMadeWhenOpened(isTold && kit !== null)
  if (!wanted || !kit) return null
  return (
    <kit.Modal
      opened={opened}
      onClose={guard.acknowledge}
      title={GUARD_TEXT.unsupported}
      centered
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <p className={styles.lead}>{OVERLAY_TEXT.unsupportedLead}</p>
      <ul className={styles.list}>
        {unmet.map((need) => (
          <li key={need}>{needText(need, fitness.settings)}</li>
        ))}
      </ul>
      <FormActions>
        <Button data-autofocus onClick={guard.acknowledge}>
          {OVERLAY_TEXT.unsupportedGoOn}
        </Button>
      </FormActions>
    </kit.Modal>
  )
}

/** The same on a phone: one line among the banners, with which everything can be done meanwhile. */
export function UnsupportedDeviceLine() {
  const { guard } = useShell()
  const asked = useStore(guard.store, (state) => state.asked)
  const isPhone = useIsPhone()
  if (!useIsUntold() || !isPhone || asked) return null
  return (
    <div className={bannerStyles.banner} role="status">
      <span>{GUARD_TEXT.unsupported}</span>
      <span className={bannerStyles.actions}>
        <Button size="compact-sm" variant="subtle" aria-haspopup="dialog" onClick={guard.ask}>
          {OVERLAY_TEXT.unsupportedWhy}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={guard.acknowledge}>
          {OVERLAY_TEXT.updateDismiss}
        </Button>
      </span>
    </div>
  )
}

/** Whether the device lacks something that the person hasn't taken note of yet. */
function useIsUntold(): boolean {
  const { guard } = useShell()
  const acknowledged = useStore(guard.store, (state) => state.acknowledged)
  const lacks = useStore(guard.fitness.store, (fitness) => unmetToTell(fitness).length > 0)
  return lacks && !acknowledged
}
