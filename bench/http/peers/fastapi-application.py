import os
import sqlite3
from datetime import datetime, timezone
from itertools import count
from typing import Annotated

import uvicorn
from fastapi import FastAPI, Form, HTTPException
from fastapi.middleware.cors import CORSMiddleware
from pydantic import BaseModel, Field, StringConstraints

Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Content = Annotated[str, StringConstraints(strip_whitespace=True, max_length=10_000)]


class PostCreate(BaseModel):
    title: Title
    content: Content = ""


class PostBatch(BaseModel):
    posts: list[PostCreate] = Field(min_length=1, max_length=1000)


class PostResponse(BaseModel):
    id: int
    title: str
    content: str
    created_at: str
    updated_at: str


class BatchResponse(BaseModel):
    accepted: int


FIRST_POSTS = [
    PostCreate(title=f"Post number {number}", content="A few words that stand for what somebody wrote.")
    for number in range(1, 51)
]

SCHEMA = """
  create table if not exists posts (
    id integer primary key autoincrement,
    title text not null,
    content text not null,
    created_at text not null,
    updated_at text not null,
    internal_note text not null
  )
"""


def timestamp() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def record_of(post_id: int, post: PostCreate) -> dict:
    now = timestamp()
    return {
        "id": post_id,
        "title": post.title,
        "content": post.content,
        "created_at": now,
        "updated_at": now,
        "internal_note": "never to be answered",
    }


class MemoryStore:
    def __init__(self) -> None:
        self.posts = {index: record_of(index, post) for index, post in enumerate(FIRST_POSTS, 1)}
        self.first = list(self.posts.values())
        self.ids = count(51)

    def create(self, post: PostCreate) -> dict:
        return record_of(next(self.ids), post)

    def read(self, post_id: int) -> dict | None:
        return self.posts.get(post_id)

    def list(self) -> list[dict]:
        return self.first

    def replace(self, post_id: int, post: PostCreate) -> dict | None:
        found = self.posts.get(post_id)
        return found and {**found, "title": post.title, "content": post.content, "updated_at": timestamp()}


class SqliteStore:
    def __init__(self, path: str) -> None:
        self.database = sqlite3.connect(path, isolation_level=None, timeout=5, check_same_thread=False)
        self.database.row_factory = sqlite3.Row
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self.database.execute(f"pragma {pragma}")
        self.database.execute(SCHEMA)
        if not self.list():
            for post in FIRST_POSTS:
                self.create(post)

    def create(self, post: PostCreate) -> dict:
        record = record_of(0, post)
        record["id"] = self.database.execute(
            "insert into posts (title, content, created_at, updated_at, internal_note)"
            " values (:title, :content, :created_at, :updated_at, :internal_note)",
            record,
        ).lastrowid
        return record

    def read(self, post_id: int) -> dict | None:
        row = self.database.execute("select * from posts where id = ?", (post_id,)).fetchone()
        return row and dict(row)

    def list(self) -> list[dict]:
        return [dict(row) for row in self.database.execute("select * from posts order by id limit 50")]

    def replace(self, post_id: int, post: PostCreate) -> dict | None:
        row = self.database.execute(
            "update posts set title = ?, content = ?, updated_at = ? where id = ? returning *",
            (post.title, post.content, timestamp(), post_id),
        ).fetchone()
        return row and dict(row)


storage = os.environ.get("STORAGE", "memory")
store = MemoryStore() if storage == "memory" else SqliteStore(storage)
app = FastAPI()
app.add_middleware(
    CORSMiddleware,
    allow_origins=["http://localhost:3000"],
    allow_credentials=True,
    allow_methods=["GET", "POST", "PUT", "DELETE"],
    allow_headers=["content-type", "authorization"],
    max_age=600,
)


def found(post: dict | None) -> dict:
    if post is None:
        raise HTTPException(404)
    return post


@app.post("/posts", status_code=201, response_model=PostResponse)
async def create_post(post: PostCreate):
    return store.create(post)


@app.post("/posts/form", status_code=201, response_model=PostResponse)
async def create_post_from_form(post: Annotated[PostCreate, Form()]):
    return store.create(post)


@app.post("/posts/batch", response_model=BatchResponse)
async def accept_posts(batch: PostBatch):
    return {"accepted": len(batch.posts)}


@app.get("/posts", response_model=list[PostResponse])
async def list_posts():
    return store.list()


@app.get("/posts/{post_id}", response_model=PostResponse)
async def read_post(post_id: int):
    return found(store.read(post_id))


@app.put("/posts/{post_id}", response_model=PostResponse)
async def replace_post(post_id: int, post: PostCreate):
    return found(store.replace(post_id, post))


uvicorn.run(
    app, host="127.0.0.1", port=int(os.environ["PORT"]), loop="uvloop", http="httptools", log_level="error", access_log=False
)
