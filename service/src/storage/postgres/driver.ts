import type { Socket } from 'node:net'
import postgres from 'postgres'
import { StorageRefused } from '../errors.ts'
import { endedSocket, openSocket, type Place } from './socket.ts'
import { hostsOf, parametersOf } from './url-parts.ts'

/** The driver, with ids as numbers and timestamps as ISO 8601 strings in UTC. */
export type Sql = postgres.Sql<{ id: number; timestamp: string }>

/** A PostgreSQL server named in the URL. */
export type Host = {
  readonly name: string
  /** Creates a driver, which connects when it is first used. */
  open(watch: ConnectionWatch): Sql
}

/** Observes each connection that a driver starts, and each one that was closed. */
export type ConnectionWatch = {
  /** Whether a connection was closed that the driver has not reported; true once for each. */
  readonly wasEnded: () => boolean
  /** Whether the driver must open no more connections. */
  readonly isOver: () => boolean
  readonly onMade: (socket: Socket) => void
  readonly onLost: () => void
}

/** What the URL points to: its hosts, and its name for messages, without user and password. */
export type Destination = {
  readonly where: string
  readonly hosts: readonly Host[]
  /** How many connections may be open at once. */
  readonly connections: number
}

/**
 * How a driver sends statements. `patience`, in milliseconds: how long until the server gives up on a statement.
 * `prepare`: whether the driver keeps prepared statements to use them again.
 */
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
  const where = `postgres://${hosts.map(({ name }) => name).join()}/${database}`
  return { where, hosts, connections: connectionsOf(url) }
}

// The driver cuts an IPv6 address at its first colon, and does not percent-decode the folder of a socket.
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

/** Observes nothing. */
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
      max: connectionsOf(url),
      prepare,
      ...(place && connectingTo(place, url, watch)),
      ...databaseOf(url),
      connect_timeout: 5,
      // Seconds until a lost connection is tried again; meanwhile clients get a 503.
      backoff: (attempts: number) => Math.min(2 ** attempts / 100, 1),
      connection: {
        application_name: 'postern',
        TimeZone: 'UTC',
        DateStyle: 'ISO',
        // It ends statements, but never a commit that waits for a standby: that would be reported as done.
        statement_timeout: patience,
      },
      onnotice: () => undefined,
      onclose: watch.onLost,
      // The driver would request them on every new connection, and end the process if that is lost meanwhile.
      fetch_types: false,
      types: {
        ids: { to: 1016, from: [], serialize: serializeArray, parse: String },
        integers: { to: 1007, from: [], serialize: serializeArray, parse: String },
        texts: { to: 1009, from: [], serialize: serializeArray, parse: String },
        timestamps: { to: 1185, from: [], serialize: serializeArray, parse: String },
        id: { to: 20, from: [20], serialize: String, parse: Number },
        timestamp: { to: 1184, from: [1184], serialize: String, parse: parseTimestamp },
      },
    }
    return postgres(withoutFixed(url), options)
  } catch {
    // Its own message may repeat the password.
    throw new StorageRefused('The PostgreSQL driver rejects DATABASE_URL, or an environment variable PG…')
  }
}

// The driver reads a `max` that is a string as a list with one item: any number would mean one connection.
function connectionsOf(url: string): number {
  return Number(parametersOf(url).get('max') ?? 10)
}

function connectingTo(place: Place, url: string, watch: ConnectionWatch) {
  const mode = parametersOf(url).getAll('sslmode').at(-1) ?? ''
  return {
    ...place,
    // The driver passes no IP address to TLS, so Node would check the certificate for the name localhost.
    ...(mode.startsWith('verify-') && { ssl: { host: place.host } }),
    socket: () => {
      // Over TLS, if the server accepts connections and ends them, the driver reconnects forever and never reports it.
      // And if the driver is told to end while it waits to connect, it connects all the same and never disconnects.
      if (watch.isOver() || watch.wasEnded()) return endedSocket(place)
      const socket = openSocket(place)
      watch.onMade(socket)
      return socket
    },
  }
}

// The driver does not percent-decode it.
function databaseOf(url: string): { readonly database?: string } {
  const [, name] = /^\w+:\/\/[^/?]*\/([^?]+)/.exec(url) ?? []
  return name === undefined ? {} : { database: decodeURIComponent(name) }
}

// In the driver, the URL's parameters take precedence over ours: timestamps in another zone or format, and text in
// another encoding, would be misread. Our own code finds the host that takes writes.
const fixed = /^(timezone|datestyle|client_encoding|target_session_attrs)$/i

function withoutFixed(url: string): string {
  const [address = ''] = url.split('?')
  const parameters = parametersOf(url)
  for (const name of [...parameters.keys()]) if (fixed.test(name)) parameters.delete(name)
  return `${address}?${parameters}`
}

// `2026-01-02 03:04:05.6+00`, as the server writes it for the time zone UTC.
function parseTimestamp(text: string): string {
  const [seconds = '', fraction = ''] = text.slice(0, -'+00'.length).split('.')
  return `${seconds.replace(' ', 'T')}.${fraction.padEnd(3, '0')}Z`
}

// PostgreSQL's syntax for arrays (§8.15.2 of its manual): a backslash escapes quotes and backslashes. A string is a
// serialized array that the driver sends again, because the statement had to be prepared again.
function serializeArray(values: string | readonly (string | number | null)[]): string {
  if (typeof values === 'string') return values
  return `{${values.map((value) => (value === null ? 'NULL' : serializeItem(String(value)))).join()}}`
}

/** Splits and joins, which for a long text full of these characters takes a sixth of the time of replacing. */
function serializeItem(text: string): string {
  if (!text.includes('"') && !text.includes('\\')) return `"${text}"`
  return `"${text.split('\\').join('\\\\').split('"').join('\\"')}"`
}
