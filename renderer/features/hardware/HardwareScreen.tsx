import { reasonOf } from '../../services/http/api-client.ts'
import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconBulb, IconCpu, IconWorld } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import {
  type Fitness,
  fitnessOf,
  type MachineState,
  type Part,
  type PartState,
  readingsOf,
  type Trial,
} from '#shared/domain/device-fitness.ts'
import { type DeviceSettings, gradeReadings, type Metric } from '#shared/domain/device-grading.ts'
import type { AudioDevice } from '#shared/domain/headset.ts'
import { verdictOf } from '#shared/domain/speed-test.ts'
import { useServices } from '../../services/context.tsx'
import type { MachineFitness } from '../../services/machine/fitness.ts'
import { Problem } from '../../ui/Problem.tsx'
import { CameraCard } from './CameraCard.tsx'
import {
  adviceOf,
  type Check,
  cameraCheck,
  cameraTrial,
  headsetCheck,
  headsetState,
  microphoneCheck,
  microphoneTrial,
  readingChecks,
  screenCheck,
  serverCheck,
  speakersCheck,
  speakersTrial,
  testsChecks,
} from './checks.ts'
import styles from './Hardware.module.css'
import { Hero } from './Hero.tsx'
import type { HardwareKit } from './kit.ts'
import { MicrophoneCard } from './MicrophoneCard.tsx'
import { useCamera } from './media/use-camera.ts'
import { useMicrophone } from './media/use-microphone.ts'
import { useSpeakers } from './media/use-speakers.ts'
import { ReadingsCard } from './ReadingsCard.tsx'
import { LOCATION_NAMES } from './readings-text.ts'
import { ScreenCard } from './ScreenCard.tsx'
import { SpeakersCard } from './SpeakersCard.tsx'
import { SupportCard } from './SupportCard.tsx'
import type { SpeedRunState } from './speed-run.ts'
import { HARDWARE_TEXT, NO_INFORMATION, PART_NAMES } from './text.ts'
import { useCloseApplications } from './use-close-applications.ts'
import { useFitness, useKit, useLocation, useSpeedRun } from './use-hardware.ts'

/** Which parts make it no better than that; the tests as a whole only where no reading of theirs does. */
function wantingOf(parts: Fitness['parts'], verdict: PartState): string[] {
  if (verdict !== 'problem' && verdict !== 'attention') return []
  const wanting = (Object.keys(parts) as Part[]).filter((part) => parts[part] === verdict)
  const others = wanting.filter((part) => part !== 'tests')
  return (others.length > 0 ? others : wanting).map((part) => PART_NAMES[part])
}

const INTERNET: readonly Metric[] = ['download', 'upload', 'ping', 'jitter', 'loss', 'wifiSignalStrength']
const MACHINE: readonly Metric[] = ['memorySize', 'threadCount', 'memoryUsage', 'cpuUsage', 'diskUtilisation']

/**
 * 'Hardware testing': whether machine, connection and headset are fit for work, what to do where they
 * aren't, and the way to support (spec 1 §5, 3 §4). For a tab or a dialog: it takes the width it is given.
 */
export function HardwareScreen({ kit: given }: { kit?: HardwareKit }) {
  const { notices, desktop, now } = useServices()
  const kit = useKit(given)
  const { fitness, state: known } = useFitness()
  const { enabled, settings, machine } = known
  useEffect(() => void fitness.readMachine(), [fitness])
  const location = useLocation()
  const { run, state, provider } = useSpeedRun(kit)
  const media = useMedia(kit, fitness)
  const closing = useCloseApplications(enabled)

  const busy = state.phase === 'running'
  const seen = busy ? duringRun(machine, state, settings) : machine
  const readings = readingsOf(seen)
  const grades = gradeReadings(readings, settings)
  const { parts, verdict } = busy ? fitnessOf(seen, settings) : known.fitness
  const shown = machine.run
  const microphone = microphoneCheck(machine.microphone, parts.microphone, media.microphone.state)
  const headset = headsetCheck(machine.headset, parts.headset, media.devices)
  const camera = cameraCheck(machine.camera, parts.camera, media.camera.state)
  const speakers = speakersCheck(machine.speakers, parts.speakers)
  const screen = screenCheck(machine.screen, parts.screen, settings)
  const server = busy ? state.server : (shown?.server ?? null)
  const fallback = busy || shown === state.outcome ? state.fallback : null
  const against = server === null ? [] : [[HARDWARE_TEXT.testServer, server] as const]
  const checks = [
    ...readingChecks(readings, parts),
    ...testsChecks(parts),
    ...(server === null ? [] : [serverCheck(server, fallback)]),
    microphone,
    headset,
    camera,
    speakers,
    screen,
  ]

  const showLast = async () => {
    try {
      const found = await fitness.readRun()
      if (found === null) notices.show('info', NO_INFORMATION)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
  }
  const vague = known.machine.now.memorySize === null && !desktop.available

  return (
    <div className={styles.screen}>
      {known.problem !== null ? (
        <div className={styles.failure}>
          <Problem>{`${HARDWARE_TEXT.loadFailed} ${known.problem}`}</Problem>
          <Button size="xs" variant="default" onClick={() => void fitness.readSettings()}>
            {HARDWARE_TEXT.tryAgain}
          </Button>
        </div>
      ) : null}
      <Hero
        run={state}
        shown={shown}
        verdict={verdict}
        wanting={wantingOf(parts, verdict)}
        settings={settings}
        provider={provider}
        now={now()}
        onRun={() => run.start('TEST', enabled)}
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

/** Microphone, camera, loudspeakers, and the devices that are plugged in. What they find is kept. */
function useMedia(kit: HardwareKit, fitness: MachineFitness) {
  const { timers } = useServices()
  const [devices, setDevices] = useState<readonly AudioDevice[]>([])
  const refresh = useCallback(() => {
    const found = (plugged: readonly AudioDevice[]) => {
      setDevices(plugged)
      fitness.found({ headset: headsetState(plugged) })
    }
    kit.lab.audioDevices().then(found, () => found([]))
  }, [kit, fitness])
  useEffect(() => {
    refresh()
    return kit.onDevicesChange(refresh)
  }, [kit, refresh])
  const microphone = useMicrophone(kit.lab, timers, refresh)
  const camera = useCamera(kit.lab)
  const speakers = useSpeakers(kit.lab)
  useFound(fitness, 'microphone', microphoneTrial(microphone.state))
  useFound(fitness, 'camera', cameraTrial(camera.state))
  useFound(fitness, 'speakers', speakersTrial(speakers.state))
  return { devices, microphone, camera, speakers }
}

function useFound(fitness: MachineFitness, part: 'microphone' | 'camera' | 'speakers', trial?: Trial) {
  useEffect(() => {
    if (trial !== undefined) fitness.found({ [part]: trial })
  }, [fitness, part, trial])
}

/** What is known while tests run: the typical result so far in place of the last run's. */
function duringRun(
  machine: MachineState,
  { results }: SpeedRunState,
  settings: DeviceSettings,
): MachineState {
  return { ...machine, run: results.length === 0 ? null : verdictOf(results, settings) }
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
