export declare const gzip: string
