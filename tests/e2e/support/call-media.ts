import type { Page } from '@playwright/test'
import { chromiumArgs, findTestBrowser } from '../../../scripts/lib/chromium.ts'

/** For `test.use`: a browser with a microphone, a camera and a screen that aren't there, and nobody to ask. */
export const callingBrowser = {
  launchOptions: {
    executablePath: findTestBrowser() ?? '',
    args: [
      ...chromiumArgs(),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream=display-media-type=monitor',
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
}

/** How much louder a tone must be than anything else that is heard, in decibels. */
const CLEAR_DB = 20

interface CallPage {
  /** What the page took from the microphone and the camera, in order. */
  taken: MediaStreamTrack[]
  players: HTMLAudioElement[]
  /** The connections that it made, closed ones too. */
  peers: RTCPeerConnection[]
  /** What the page's connections did, for whoever looks why there was no way. */
  trace: string[]
  /** A microphone that sounds like this. */
  sound: (hertz: number) => MediaStreamTrack[]
}

/**
 * In the place of microphone, camera and screen the page gets what a test knows again: a tone, and bars that spell a
 * code. It remembers what it plays.
 */
export function giveMedia(page: Page, { tone, code }: { tone: number; code: number }): Promise<void> {
  return page.evaluate(
    ([hertz, bits]) => {
      const context = new AudioContext()
      const sound = (frequency: number): MediaStreamTrack[] => {
        const [oscillator, gain, out] = [
          context.createOscillator(),
          context.createGain(),
          context.createMediaStreamDestination(),
        ]
        oscillator.frequency.value = frequency
        gain.gain.value = 0.4
        oscillator.connect(gain).connect(out)
        oscillator.start()
        return out.stream.getAudioTracks()
      }
      const state: CallPage = { taken: [], players: [], peers: [], trace: [], sound }
      Object.assign(window, { call: state })
      const picture = (shown: number) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 })
        const paint = () => {
          const context2d = canvas.getContext('2d')
          if (!context2d) return
          for (let bit = 0; bit < 8; bit++) {
            context2d.fillStyle = (shown >> bit) & 1 ? '#fff' : '#000'
            context2d.fillRect(bit * 80, 0, 80, 360)
          }
        }
        paint()
        setInterval(paint, 100)
        return canvas.captureStream(10).getVideoTracks()
      }
      const { mediaDevices } = navigator
      mediaDevices.getUserMedia = async ({ audio, video } = {}) => {
        const tracks = [...(audio ? sound(hertz) : []), ...(video ? picture(bits) : [])]
        state.taken.push(...tracks)
        return new MediaStream(tracks)
      }
      mediaDevices.getDisplayMedia = async () => {
        const tracks = [...picture(255 - bits), ...sound(hertz * 2)]
        state.taken.push(...tracks)
        return new MediaStream(tracks)
      }
      const Peer = window.RTCPeerConnection
      let made = 0
      window.RTCPeerConnection = class extends Peer {
        constructor(configuration?: RTCConfiguration) {
          super(configuration)
          state.peers.push(this)
          const name = `link ${++made}`
          const begun = performance.now()
          const say = (what: string) =>
            state.trace.push(`${Math.round(performance.now() - begun)} ms ${name} ${what}`)
          say(
            `begins with ${(configuration?.iceServers ?? []).map(({ urls }) => urls).join(' ') || 'no server'}`,
          )
          for (const event of [
            'signalingstatechange',
            'connectionstatechange',
            'iceconnectionstatechange',
            'icegatheringstatechange',
            'negotiationneeded',
          ])
            this.addEventListener(event, () =>
              say(
                `${event} ${this.signalingState} ${this.connectionState} ${this.iceConnectionState} ${this.iceGatheringState}`,
              ),
            )
          this.addEventListener('icecandidate', ({ candidate }) =>
            say(`has ${candidate?.candidate ?? 'all candidates'}`),
          )
          this.addEventListener('icecandidateerror', (event) => {
            const { errorCode, errorText, url } = event as RTCPeerConnectionIceErrorEvent
            say(`${url}: ${errorCode} ${errorText}`)
          })
          const told = (what: string, done: Promise<void>) =>
            void done.then(
              () => say(`${what}: done`),
              (error: unknown) => say(`${what}: ${String(error)}`),
            )
          const [remote, local, add] = [
            this.setRemoteDescription.bind(this),
            this.setLocalDescription.bind(this),
            this.addIceCandidate.bind(this),
          ]
          this.setRemoteDescription = (given) => {
            say(`takes ${given.type} in ${this.signalingState}`)
            const done = remote(given)
            told(`took ${given.type}`, done)
            return done
          }
          this.setLocalDescription = (given) => {
            say(`describes itself in ${this.signalingState}`)
            const done = local(given)
            told('described itself', done)
            return done
          }
          this.addIceCandidate = (given) => {
            const done = add(given as RTCIceCandidateInit)
            told(`candidate ${given?.candidate ?? ''}`, done)
            return done
          }
        }
      }
      const Plain = window.Audio
      window.Audio = class extends Plain {
        constructor() {
          super()
          state.players.push(this)
        }
      }
    },
    [tone, code] as const,
  )
}

/**
 * How many decibels a tone stands over everything else of the voice that it comes by, at its clearest within a third of
 * a second: a busy machine has gaps. Each voice by itself, since several may sound at once. Null where the page plays
 * nothing.
 */
function toneOver(page: Page, hertz: number): Promise<number | null> {
  return page.evaluate(async (frequency) => {
    const { players } = (window as unknown as { call: CallPage }).call
    const streams = players.flatMap(({ srcObject, paused }) =>
      srcObject instanceof MediaStream && !paused ? [srcObject] : [],
    )
    if (streams.length === 0) return null
    const context = new AudioContext()
    const analysers = streams.map((stream) => {
      const analyser = Object.assign(context.createAnalyser(), { fftSize: 2048, smoothingTimeConstant: 0 })
      context.createMediaStreamSource(stream).connect(analyser)
      return analyser
    })
    const levels = new Float32Array(1024)
    const place = Math.round((frequency * 2048) / context.sampleRate)
    let clearest = -100
    for (let look = 0; look < 8; look++) {
      await new Promise((passed) => setTimeout(passed, 45))
      for (const analyser of analysers) {
        analyser.getFloatFrequencyData(levels)
        const tone = Math.max(...levels.slice(place - 1, place + 2))
        const rest = Math.max(...levels.slice(4, place - 5), ...levels.slice(place + 6))
        // Below this there is nothing to hear.
        if (tone > -70) clearest = Math.max(clearest, tone - rest)
      }
    }
    await context.close()
    return clearest
  }, hertz)
}

/** Whether the page hears that tone, 20 dB over the rest. */
export const hears = async (page: Page, hertz: number): Promise<boolean> =>
  ((await toneOver(page, hertz)) ?? -100) >= CLEAR_DB

/**
 * Pulls out the microphone that the page has. Whatever asks for one from then on gets another one with that tone, or
 * the browser's refusal of that name.
 */
export function unplug(page: Page, next: number | 'NotAllowedError' | 'NotFoundError'): Promise<void> {
  return page.evaluate((given) => {
    const { call } = window as unknown as { call: CallPage }
    navigator.mediaDevices.getUserMedia = async () => {
      if (typeof given === 'string') throw new DOMException('No', given)
      const tracks = call.sound(given)
      call.taken.push(...tracks)
      return new MediaStream(tracks)
    }
    const held = call.taken.findLast(({ kind, readyState }) => kind === 'audio' && readyState === 'live')
    held?.stop()
    held?.dispatchEvent(new Event('ended'))
  }, next)
}

/** The code that a picture with that name shows; null where there is none yet. */
export function codeOf(page: Page, label: string): Promise<number | null> {
  return page.evaluate((name) => {
    const video = document.querySelector<HTMLVideoElement>(`video[aria-label="${name}"]`)
    if (!video || video.videoWidth === 0) return null
    const { videoWidth: width, videoHeight: height } = video
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    if (!context) return null
    context.drawImage(video, 0, 0)
    let code = 0
    for (let bit = 0; bit < 8; bit++) {
      const [red = 0] = context.getImageData(((bit + 0.5) * width) / 8, height / 2, 1, 1).data
      if (red > 127) code |= 1 << bit
    }
    return code
  }, label)
}

/** How many connections the page has made, how many of them are open, and how many voices it plays. */
export const connectionsOf = (
  page: Page,
): Promise<{ readonly made: number; readonly open: number; readonly playing: number }> =>
  page.evaluate(() => {
    const { peers, players } = (window as unknown as { call: CallPage }).call
    return {
      made: peers.length,
      open: peers.filter(({ connectionState }) => connectionState !== 'closed').length,
      playing: players.filter(({ srcObject, paused }) => srcObject !== null && !paused).length,
    }
  })

/** Whether everything that the page took from microphone, camera and screen was let go. */
export const hasLetGo = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { taken } = (window as unknown as { call: CallPage }).call
    return taken.length > 0 && taken.every(({ readyState }) => readyState === 'ended')
  })

/** From now on the page's calls have no way but the server's relay, by TCP: as where UDP is closed. */
export function closeDirectWays(page: Page): Promise<void> {
  return page.evaluate(() => {
    const Plain = window.RTCPeerConnection
    const narrow = (configuration: RTCConfiguration = {}): RTCConfiguration => ({
      ...configuration,
      iceTransportPolicy: 'relay',
      iceServers: (configuration.iceServers ?? [])
        .map(({ urls, ...access }) => ({
          ...access,
          urls: [urls].flat().filter((url) => url.endsWith('transport=tcp')),
        }))
        .filter(({ urls }) => urls.length > 0),
    })
    window.RTCPeerConnection = class extends Plain {
      constructor(configuration?: RTCConfiguration) {
        super(narrow(configuration))
      }

      override setConfiguration(configuration?: RTCConfiguration) {
        super.setConfiguration(narrow(configuration))
      }
    }
  })
}

/** What the page's connections did so far, a line each. */
export const traceOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => (window as unknown as { call?: CallPage }).call?.trace ?? [])
