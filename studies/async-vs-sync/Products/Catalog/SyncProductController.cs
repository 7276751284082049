using Microsoft.AspNetCore.Mvc;

namespace Products.Catalog;

/// <summary><c>GET /SyncProduct</c>: each call holds a thread of the pool.</summary>
[ApiController]
[Route("[controller]")]
public sealed class SyncProductController(ProductRepository products) : ControllerBase
{
    [HttpGet]
    public IEnumerable<Product> List(string category = "all") => products.List(category);
}
