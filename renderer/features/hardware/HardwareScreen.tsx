import { reasonOf } from '../../services/http/api-client.ts'
import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconBulb, IconCpu, IconWorld } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import type { SpeedTestRun } from '#shared/contract/device-health.ts'
import { gradeReadings, type Metric, type Readings } from '#shared/domain/device-grading.ts'
import type { AudioDevice } from '#shared/domain/headset.ts'
import { typicalReadings } from '#shared/domain/speed-test.ts'
import { useServices } from '../../services/context.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { CameraCard } from './CameraCard.tsx'
import {
  adviceOf,
  type Check,
  cameraCheck,
  headsetCheck,
  microphoneCheck,
  readingChecks,
  screenCheck,
  serverCheck,
  speakersCheck,
} from './checks.ts'
import styles from './Hardware.module.css'
import { Hero } from './Hero.tsx'
import type { HardwareKit } from './kit.ts'
import { MicrophoneCard } from './MicrophoneCard.tsx'
import { type MachineReadings, NOTHING_READ, VAGUE_MEMORY_GB, withoutNetwork } from './machine-readings.ts'
import { useCamera } from './media/use-camera.ts'
import { useMicrophone } from './media/use-microphone.ts'
import { useSpeakers } from './media/use-speakers.ts'
import { ReadingsCard } from './ReadingsCard.tsx'
import { LOCATION_NAMES } from './readings-text.ts'
import { ScreenCard } from './ScreenCard.tsx'
import { SpeakersCard } from './SpeakersCard.tsx'
import { SupportCard } from './SupportCard.tsx'
import type { SpeedRunState } from './speed-run.ts'
import { HARDWARE_TEXT, NO_INFORMATION } from './text.ts'
import { useCloseApplications } from './use-close-applications.ts'
import {
  useDeviceSettings,
  useKit,
  useLastRun,
  useLocation,
  useMachine,
  useSpeedRun,
} from './use-hardware.ts'

const INTERNET: readonly Metric[] = ['download', 'upload', 'ping', 'jitter', 'loss', 'wifiSignalStrength']
const MACHINE: readonly Metric[] = ['memorySize', 'threadCount', 'memoryUsage', 'cpuUsage', 'diskUtilisation']

/**
 * 'Hardware testing': whether machine, connection and headset are fit for work, what to do where they
 * aren't, and the way to support (spec 1 §5, 3 §4). For a tab or a dialog: it takes the width it is given.
 */
export function HardwareScreen({ kit: given }: { kit?: HardwareKit }) {
  const { notices, desktop, machine: page, now } = useServices()
  const kit = useKit(given)
  const { enabled, settings, query } = useDeviceSettings()
  const machine = useMachine(kit)
  const location = useLocation()
  const { run, state, provider } = useSpeedRun(kit)
  const fetchLast = useLastRun()
  const [last, setLast] = useState<SpeedTestRun | null>(null)
  const media = useMedia(kit)
  const closing = useCloseApplications(enabled)

  const shown = last ?? state.outcome
  const readings = readingsOf(state, shown, machine.data ?? NOTHING_READ)
  const grades = gradeReadings(readings, settings)
  const microphone = microphoneCheck(media.microphone.state, settings)
  const headset = headsetCheck(media.devices, settings)
  const camera = cameraCheck(media.camera.state, settings)
  const speakers = speakersCheck(media.speakers.state, settings)
  const screen = screenCheck(page.screen(), settings)
  const server = shown === state.outcome ? state.server : null
  const against = server === null ? [] : [[HARDWARE_TEXT.testServer, server] as const]
  const checks = [
    ...readingChecks(readings, grades),
    ...(server === null ? [] : [serverCheck(server, state.notice)]),
    microphone,
    headset,
    camera,
    speakers,
    screen,
  ]

  const showLast = async () => {
    try {
      const found = await fetchLast()
      if (found === null) notices.show('info', NO_INFORMATION)
      setLast(found)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
  }
  const start = () => {
    setLast(null)
    run.start('TEST', enabled)
    void machine.refetch()
  }
  const vague = kit.browser.deviceMemory === VAGUE_MEMORY_GB && !desktop.available

  return (
    <div className={styles.screen}>
      {query.isError ? (
        <div className={styles.failure}>
          <Problem>{`${HARDWARE_TEXT.loadFailed} ${reasonOf(query.error)}`}</Problem>
          <Button size="xs" variant="default" onClick={() => void query.refetch()}>
            {HARDWARE_TEXT.tryAgain}
          </Button>
        </div>
      ) : null}
      <Hero
        run={state}
        shown={shown}
        settings={settings}
        provider={provider}
        now={now()}
        onRun={start}
        onCancel={run.cancel}
        onLast={() => void showLast()}
        onCloseApps={() => void closing.close()}
        closing={closing.busy}
      />
      <WhatToDo checks={checks} />
      <div className={styles.grid}>
        <ReadingsCard
          title="Internet"
          icon={<IconWorld size={18} aria-hidden="true" />}
          metrics={INTERNET}
          readings={readings}
          grades={grades}
          missing={(metric) => missingWords(metric, state, desktop.available)}
          more={[['You work from', LOCATION_NAMES[location]], ...against]}
        />
        <ReadingsCard
          title="This machine"
          icon={<IconCpu size={18} aria-hidden="true" />}
          metrics={MACHINE}
          readings={readings}
          grades={grades}
          missing={(metric) => (metric === 'memorySize' && vague ? '8 GB or more' : 'Not read')}
          note={desktop.available ? undefined : HARDWARE_TEXT.inBrowser}
        />
        <MicrophoneCard
          check={microphone}
          headset={headset}
          state={media.microphone.state}
          level={media.microphone.level}
          onStart={() => void media.microphone.start()}
          onStop={media.microphone.stop}
        />
        <CameraCard
          check={camera}
          state={media.camera.state}
          onStart={() => void media.camera.start()}
          onStop={media.camera.stop}
        />
        <SpeakersCard
          check={speakers}
          state={media.speakers.state}
          onPlay={() => void media.speakers.play()}
          onAnswer={media.speakers.answer}
        />
        <ScreenCard check={screen} minimum={settings.minimumScreen} />
        <SupportCard checks={checks} client={kit.client} />
      </div>
    </div>
  )
}

/** Microphone, camera, loudspeakers, and the devices that are plugged in. */
function useMedia(kit: HardwareKit) {
  const { timers } = useServices()
  const [devices, setDevices] = useState<readonly AudioDevice[]>([])
  const refresh = useCallback(() => {
    kit.lab.audioDevices().then(setDevices, () => setDevices([]))
  }, [kit])
  useEffect(() => {
    refresh()
    return kit.onDevicesChange(refresh)
  }, [kit, refresh])
  const microphone = useMicrophone(kit.lab, timers, refresh)
  const camera = useCamera(kit.lab)
  const speakers = useSpeakers(kit.lab)
  return { devices, microphone, camera, speakers }
}

/** The typical result of the run that is shown; before any, what the machine alone says. */
function readingsOf(
  { phase, results }: SpeedRunState,
  shown: SpeedTestRun | null,
  machine: MachineReadings,
): Readings {
  if (phase === 'running' && results.length > 0) return typicalReadings(results)
  if (phase !== 'running' && shown) return shown.readings
  return withoutNetwork(machine)
}

function missingWords(metric: Metric, { phase }: SpeedRunState, onDesktop: boolean): string {
  if (metric === 'wifiSignalStrength') return onDesktop ? 'Not read' : 'Needs the desktop app'
  return phase === 'running' || phase === 'saving' ? 'Measuring …' : 'Not tested'
}

function WhatToDo({ checks }: { checks: readonly Check[] }) {
  const advice = adviceOf(checks)
  if (advice.length === 0) return null
  return (
    <section className={styles.todo} aria-label={HARDWARE_TEXT.whatToDo}>
      <h4 className={styles.heading}>
        <IconBulb size={18} aria-hidden="true" />
        {HARDWARE_TEXT.whatToDo}
      </h4>
      <ol>
        {advice.map(({ text, about, isProblem }) => (
          <li key={text} data-problem={isProblem}>
            <strong>{about.join(', ')}</strong> {text}
          </li>
        ))}
      </ol>
    </section>
  )
}
