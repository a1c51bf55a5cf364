import type { Socket } from 'node:net'
import postgres from 'postgres'
import { StorageRefused } from '../errors.ts'
import { endedSocket, openSocket, type Place } from './socket.ts'
import { hostsOf, parametersOf } from './url-parts.ts'

/** The driver with ids as numbers and times as ISO 8601 UTC text. */
export type Sql = postgres.Sql<{ id: number; moment: string }>

/** A PostgreSQL server that the URL names. */
export type Host = {
  readonly name: string
  /** Makes a driver, which connects when it is asked. */
  open(watch: ConnectionWatch): Sql
}

/** Is told of each connection that is begun, and of each that was closed. */
export type ConnectionWatch = {
  /** Whether a connection was closed of which the driver has told nothing; each once. */
  readonly wasEnded: () => boolean
  /** Whether the driver is to make no connection any more. */
  readonly isOver: () => boolean
  readonly onMade: (socket: Socket) => void
  readonly onLost: () => void
}

/** What the URL leads to: its hosts, and its name without user and password. */
export type Destination = { readonly where: string; readonly hosts: readonly Host[] }

/** How a driver asks: `patience`, in milliseconds, is when a server is told to give up on a statement; `prepare` is whether it keeps
 *  statements to ask them again. */
export type DriverSettings = { readonly patience: number; readonly prepare: boolean }

/** Reads a `postgres://` URL. */
export function parseDestination(url: string, settings: DriverSettings): Destination {
  const open = (watch: ConnectionWatch, place?: Place) => createDriver(url, { ...watch, ...settings, place })
  const { host, port, database } = open(unwatched).options
  const read = host.map((one, index) => ({ host: one, port: port[index] ?? 5432 }))
  const hosts = (misreadPlaces(url) ?? read).map((place) => ({
    name: `${place.host.includes(':') ? `[${place.host}]` : place.host}:${place.port}`,
    open: (watch: ConnectionWatch) => open(watch, place),
  }))
  return { where: `postgres://${hosts.map(({ name }) => name).join()}/${database}`, hosts }
}

// The driver cuts an address of IPv6 at its first colon, and does not decode the folder of a socket.
function misreadPlaces(url: string): readonly Place[] | undefined {
  const hosts = hostsOf(url)
  if (!/[[%]/.test(hosts.join())) return undefined
  const places = hosts.flatMap((one) => {
    const [, address, name, port = '5432'] = /^(?:\[([\da-f:.]+)\]|([^:[\]]+))(?::(\d+))?$/i.exec(one) ?? []
    const host = address ?? name
    return host === undefined ? [] : [{ host: decodeURIComponent(host), port: Number(port) }]
  })
  return places.length === hosts.length ? places : undefined
}

/** Tells nobody. */
export const unwatched: ConnectionWatch = {
  wasEnded: () => false,
  isOver: () => false,
  onMade: () => undefined,
  onLost: () => undefined,
}

type DriverOptions = ConnectionWatch & DriverSettings & { readonly place: Place | undefined }

function createDriver(url: string, { patience, prepare, place, ...watch }: DriverOptions): Sql {
  try {
    const options = {
      // The driver takes the text of a `max` for a list of one, so that any number was one connection.
      max: Number(parametersOf(url).get('max') ?? 10),
      prepare,
      ...(place && connectingTo(place, url, watch)),
      ...databaseOf(url),
      connect_timeout: 5,
      // Seconds until a lost connection is tried again: clients are told 503 meanwhile.
      backoff: (attempts: number) => Math.min(2 ** attempts / 100, 1),
      connection: {
        application_name: 'postern',
        TimeZone: 'UTC',
        DateStyle: 'ISO',
        // It ends statements, never a commit that waits for a standby: that would be answered as done.
        statement_timeout: patience,
      },
      onnotice: () => undefined,
      onclose: watch.onLost,
      // The driver would ask for them on every new connection, and end the process where that is lost meanwhile.
      fetch_types: false,
      types: {
        ids: { to: 1016, from: [], serialize: serializeArray, parse: String },
        integers: { to: 1007, from: [], serialize: serializeArray, parse: String },
        texts: { to: 1009, from: [], serialize: serializeArray, parse: String },
        moments: { to: 1185, from: [], serialize: serializeArray, parse: String },
        id: { to: 20, from: [20], serialize: String, parse: Number },
        moment: { to: 1184, from: [1184], serialize: String, parse: parseMoment },
      },
    }
    return postgres(withoutFixed(url), options)
  } catch {
    // Its own message may repeat the password.
    throw new StorageRefused(
      'The driver of PostgreSQL refuses DATABASE_URL, or a variable PG… of the environment',
    )
  }
}

function connectingTo(place: Place, url: string, watch: ConnectionWatch) {
  const mode = parametersOf(url).getAll('sslmode').at(-1) ?? ''
  return {
    ...place,
    // The driver gives TLS no address, so that Node would hold its certificate to the name localhost.
    ...(mode.startsWith('verify-') && { ssl: { host: place.host } }),
    socket: () => {
      // Over TLS, where the server ends what it has taken, the driver connects again without end, and never says so.
      // And a connection that it waits to make it makes though it was told to end meanwhile, and keeps it for ever.
      if (watch.isOver() || watch.wasEnded()) return endedSocket(place)
      const socket = openSocket(place)
      watch.onMade(socket)
      return socket
    },
  }
}

// The driver does not decode it.
function databaseOf(url: string): { readonly database?: string } {
  const [, name] = /^\w+:\/\/[^/?]*\/([^?]+)/.exec(url) ?? []
  return name === undefined ? {} : { database: decodeURIComponent(name) }
}

// The driver lets the URL's parameters go before ours; times in another zone or form, and texts in another encoding, would
// be read as what they are not. Which host takes writes is found out by ourselves.
const fixed = /^(timezone|datestyle|client_encoding|target_session_attrs)$/i

function withoutFixed(url: string): string {
  const [address = ''] = url.split('?')
  const parameters = parametersOf(url)
  for (const name of [...parameters.keys()]) if (fixed.test(name)) parameters.delete(name)
  return `${address}?${parameters}`
}

// `2026-01-02 03:04:05.6+00`, as the server writes it for the time zone UTC.
function parseMoment(text: string): string {
  const [seconds = '', fraction = ''] = text.slice(0, -'+00'.length).split('.')
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(3, '0')}Z`
}

// PostgreSQL's own form of an array, §8.15.2 of its manual: a quote and a backslash have a backslash before them. What
// is text already is what the driver sends once more, because the statement had to be prepared anew.
function serializeArray(values: string | readonly (string | number | null)[]): string {
  if (typeof values === 'string') return values
  return `{${values.map((value) => (value === null ? 'NULL' : serializeItem(String(value)))).join()}}`
}

/** Cut and joined, which of a long text full of them takes a sixth of the time of replacing. */
function serializeItem(text: string): string {
  if (!text.includes('"') && !text.includes('\\')) return `"${text}"`
  return `"${text.split('\\').join('\\\\').split('"').join('\\"')}"`
}
