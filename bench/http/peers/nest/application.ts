import {
  Body,
  ClassSerializerInterceptor,
  Controller,
  Get,
  HttpCode,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Put,
  SerializeOptions,
  UnprocessableEntityException,
  ValidationPipe,
} from '@nestjs/common'
import { NestFactory, Reflector } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import { Exclude, Expose, Transform, Type } from 'class-transformer'
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsString,
  Length,
  MaxLength,
  ValidateNested,
} from 'class-validator'
import { openStore, type PostRecord } from '../store.ts'

const trim = Transform(({ value }) => (typeof value === 'string' ? value.trim() : value))

class PostCreate {
  @trim
  @IsString()
  @Length(1, 200)
  title!: string

  @trim
  @IsString()
  @MaxLength(10_000)
  content: string = ''
}

class PostBatch {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  @Type(() => PostCreate)
  posts!: PostCreate[]
}

@Exclude()
class PostResponse {
  @Expose() id!: number
  @Expose() title!: string
  @Expose() content!: string
  @Expose() created_at!: string
  @Expose() updated_at!: string
}

const store = openStore(process.env['STORAGE'])

@Controller('posts')
@SerializeOptions({ type: PostResponse })
class PostsController {
  @Post()
  create(@Body() body: PostCreate) {
    return store.create(body)
  }

  @Post('form')
  createFromForm(@Body() body: PostCreate) {
    return store.create(body)
  }

  @Get()
  list() {
    return store.list()
  }

  @Get(':post_id')
  read(@Param('post_id', ParseIntPipe) id: number) {
    return found(store.read(id))
  }

  @Put(':post_id')
  replace(@Param('post_id', ParseIntPipe) id: number, @Body() body: PostCreate) {
    return found(store.replace(id, body))
  }
}

class BatchResponse {
  accepted!: number
}

@Controller('posts/batch')
@SerializeOptions({ type: BatchResponse })
class BatchController {
  @Post()
  @HttpCode(200)
  accept(@Body() body: PostBatch): BatchResponse {
    return { accepted: body.posts.length }
  }
}

@Module({ controllers: [BatchController, PostsController] })
class PostsModule {}

/**
 * Serves the application as Nest's users write it: with its ValidationPipe over class-validator, and its
 * ClassSerializerInterceptor for responses.
 */
export async function serve(): Promise<void> {
  const app = await NestFactory.create<NestFastifyApplication>(PostsModule, new FastifyAdapter(), {
    logger: false,
  })
  app.useGlobalPipes(
    new ValidationPipe({
      whitelist: true,
      transform: true,
      exceptionFactory: (errors) =>
        new UnprocessableEntityException(errors.map(({ target: _, ...error }) => error)),
    }),
  )
  app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector)))
  app.enableCors({
    origin: ['http://localhost:3000'],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['content-type', 'authorization'],
    maxAge: 600,
  })
  await app.listen(Number(process.env['PORT']), '127.0.0.1')
}

function found(post: PostRecord | undefined): PostRecord {
  if (post === undefined) throw new NotFoundException()
  return post
}
