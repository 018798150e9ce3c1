"""Does with the generated client what an agent does: create, ingest, query, context, errors, export and import.

usage: try_client.py URL TENANT
"""

import sys
from io import BytesIO
from uuid import uuid4

from hippocamp_client import Client
from hippocamp_client.api.ingest import ingest
from hippocamp_client.api.memories import create_memory, get_memory, query_memories, update_memory
from hippocamp_client.api.recall import build_context, validate_claim
from hippocamp_client.api.tenant import export_tenant, import_tenant
from hippocamp_client.models import (
    ContextRequest,
    IngestAnswerStatus,
    IngestRequest,
    IngestRequestSource,
    MemoryCreate,
    MemoryCreateTier,
    MemoryPatch,
    MemoryQuery,
    Problem,
    ValidateRequest,
)
from hippocamp_client.types import File

url, tenant = sys.argv[1:]
client = Client(base_url=url, raise_on_unexpected_status=True)
own = {"client": client, "x_tenant_id": tenant}


def refused(answer, status, name):
    assert isinstance(answer, Problem), answer
    assert (answer.status, answer.type_) == (status, f"/problems/{name}"), answer
    return answer


# create, once
kettle = MemoryCreate(tier=MemoryCreateTier.SEMANTIC, content="The kettle is blue.", tags=["kitchen"])
key = str(uuid4())
created = create_memory.sync_detailed(body=kettle, idempotency_key=key, **own)
assert created.status_code == 201, created
again = create_memory.sync_detailed(body=kettle, idempotency_key=key, **own)
assert again.headers["idempotency-replayed"] == "true"
memory = created.parsed.data
assert again.parsed.data.id == memory.id

# ingest
told = ingest.sync(body=IngestRequest(content="Ann: I live in Turku.", source=IngestRequestSource.CHAT), **own).data
assert told.status == IngestAnswerStatus.DONE, told
assert [found.content for found in told.accepted_memories] == ["Ann lives in Turku."], told

# query, context, claim
found = query_memories.sync(body=MemoryQuery(text="Where does Ann live?", k=1), **own).data
assert found.results[0].memory.content == "Ann lives in Turku.", found
assert 0 < found.results[0].score <= 1
context = build_context.sync(body=ContextRequest(current_input="Where does Ann live?"), **own).data
assert [message.role.value for message in context.messages] == ["system", "system", "user"], context
assert "Ann lives in Turku." in context.messages[1].content
verdict = validate_claim.sync(body=ValidateRequest(claim="Ann lives in Turku."), **own).data.verdict
assert verdict.value == "supported", verdict

# errors
blank = refused(create_memory.sync(body=MemoryCreate(tier=MemoryCreateTier.SEMANTIC, content=" "), **own), 400, "validation-failed")
assert blank.errors[0].path == "/content", blank
refused(get_memory.sync(id=uuid4(), **own), 404, "not-found")
red = MemoryPatch(content="The kettle is red.")
assert update_memory.sync(id=memory.id, body=red, if_match='"1"', **own).data.version == 2
refused(update_memory.sync(id=memory.id, body=red, if_match='"1"', **own), 412, "precondition-failed")
other = MemoryCreate(tier=MemoryCreateTier.SEMANTIC, content="The pot is blue.")
refused(create_memory.sync(body=other, idempotency_key=key, **own), 422, "idempotency-key-reused")

# out, and back
lines = export_tenant.sync_detailed(**own).content
copy = {"client": client, "x_tenant_id": f"{tenant}-copy"}
taken = import_tenant.sync(body=File(payload=BytesIO(lines)), **copy).data
assert taken.complete and taken.problems_total == 0 and taken.imported.memory == 2, taken

print("done")
